import type { Passage } from '../model/passage';
import { splitBlocks } from '../util/blocks';
import { sentencesOfBlock } from '../util/sentences';
import { isProse } from './prose';

/** A part of a text that is kept or left out as a whole. */
export interface Unit {
  readonly start: number;
  readonly end: number;
}

/**
 * The sentences, table rows and lines of code of a passage, in order, as ranges of its text. A list item begins with its
 * bullet, and a heading is part of what stands under it: alone it says nothing.
 */
export function unitsOf(passage: Passage): Unit[] {
  const { text } = passage;
  if (!isProse(passage)) {
    return linesIn(text, { start: 0, end: text.length });
  }
  const units: Unit[] = [];
  let heading: number | undefined;
  for (const block of splitBlocks(text)) {
    if (block.kind === 'heading') {
      heading ??= block.start;
      continue;
    }
    const sentences = block.kind === 'paragraph' || block.kind === 'item' ? sentencesOfBlock(text, block) : linesIn(text, block);
    sentences.forEach(({ start, end }, at) => {
      units.push({ start: at === 0 ? (heading ?? block.start) : start, end });
    });
    heading = sentences.length === 0 ? heading : undefined;
  }
  return units;
}

/** The lines of a range that are not blank. */
function linesIn(text: string, { start, end }: Unit): Unit[] {
  return Array.from(text.slice(start, end).matchAll(/[^\r\n]*\S/g), ({ 0: line, index }) => ({
    start: start + index,
    end: start + index + line.length,
  }));
}
