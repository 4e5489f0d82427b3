import type { Revision } from '../../model/answer';
import type { Block } from '../../util/blocks';
import { splitBlocks } from '../../util/blocks';
import type { Sentence } from '../../util/sentences';
import { sentencesOfBlock } from '../../util/sentences';
import { citedNumbers } from '../coverage';
import { withoutMarkers } from '../fidelity';
import type { Change } from './changes';

/** An answer after some of its sentences were changed. */
export interface ChangedAnswer {
  /** Markdown, not canonical yet. */
  readonly text: string;
  /** What was really changed. */
  readonly revisions: readonly Revision[];
}

/**
 * Carries out changes, sentence by sentence; the rest of the answer stays as it is. New words that would break the answer
 * are left out, and the old ones stay: words that cite nothing, or that are not one sentence where one stood.
 */
export function applyChanges(answer: string, changes: readonly Change[], known: (n: number) => boolean): ChangedAnswer {
  const blocks = splitBlocks(answer);
  const parts = blocks.flatMap((block, at) => {
    const edits = sentencesOfBlock(answer, block).map((sentence) => ({ sentence, edit: editOf(sentence, changes, known) }));
    return { text: applyToBlock(answer, { block, end: blocks[at + 1]?.start ?? answer.length }, edits), edits };
  });
  const revisions = parts.flatMap(({ edits }) => edits.flatMap(({ sentence, edit }) => revisionOf(sentence, edit)));
  return { text: (answer.slice(0, blocks[0]?.start ?? 0) + parts.map(({ text }) => text).join('')).trimEnd(), revisions };
}

/** The new text of a sentence, `''` to take it out; nothing where it stays. */
type Edit = string | undefined;

interface EditedSentence {
  readonly sentence: Sentence;
  readonly edit: Edit;
}

function editOf(sentence: Sentence, changes: readonly Change[], known: (n: number) => boolean): Edit {
  const change = changes.find(({ of }) => of.start === sentence.start && of.end === sentence.end);
  if (change?.text === undefined) {
    return change && '';
  }
  const text = asSentence(change.text);
  return fitsIn(text, sentence, known) && text !== sentence.text ? text : undefined;
}

/** One line, without the bullet that some models write again. */
function asSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const [block] = splitBlocks(line);
  return block?.kind === 'item' ? line.slice(block.textStart) : line;
}

function fitsIn(text: string, { kind, text: old }: Sentence, known: (n: number) => boolean): boolean {
  const pipes = (row: string) => row.match(/(?<!\\)\|/g)?.length ?? 0;
  const isSameKind = kind === 'row' ? pipes(text) === pipes(old) : splitBlocks(text)[0]?.kind === 'paragraph';
  return isSameKind && text.length <= 2 * old.length + MAX_ADDED && citedNumbers(text, known).size > 0;
}

/** A correction may be longer than what it corrects, but it is no new answer. In UTF-16 units. */
const MAX_ADDED = 300;

function applyToBlock(answer: string, { block, end }: { readonly block: Block; readonly end: number }, edits: readonly EditedSentence[]): string {
  const stated = edits.filter(({ sentence }) => sentence.isSubstantive);
  if (stated.length > 0 && stated.every(({ edit }) => edit === '')) {
    return '';
  }
  let text = '';
  let at = block.start;
  for (const { sentence, edit } of edits) {
    if (edit !== undefined) {
      text += answer.slice(at, sentence.start) + edit;
      at = edit === '' ? Math.min(block.end, endOfGap(answer, sentence.end)) : sentence.end;
    }
  }
  return text + answer.slice(at, end);
}

/** A sentence is taken out with the space after it, a row with its line end. */
function endOfGap(answer: string, end: number): number {
  return end + (/^(?:[^\S\r\n]*(?:\r\n|\r|\n)(?![\r\n])|[^\S\r\n]+)/.exec(answer.slice(end, end + 100))?.[0].length ?? 0);
}

function revisionOf(sentence: Sentence, edit: Edit): Revision[] {
  const was = withoutMarkers(sentence.text);
  return edit === undefined ? [] : [edit === '' ? { was } : { was, now: withoutMarkers(edit) }];
}
