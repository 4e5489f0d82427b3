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
  const revisions: Revision[] = [];
  let text = answer.slice(0, blocks[0]?.start ?? answer.length);
  for (const [at, block] of blocks.entries()) {
    const edits = sentencesOfBlock(answer, block).map((sentence) => ({ sentence, edit: editOf(sentence, changes, known) }));
    const gap = answer.slice(block.end, blocks[at + 1]?.start ?? answer.length);
    text += isWithdrawn(edits) ? gapAfter(text, gap) : editBlock(answer, block, edits) + gap;
    revisions.push(...edits.flatMap(({ sentence, edit }) => revisionOf(sentence, edit)));
  }
  return { text: text.trimEnd(), revisions };
}

/** True where nothing that a block states is left. */
function isWithdrawn(edits: readonly EditedSentence[]): boolean {
  const stated = edits.filter(({ sentence }) => sentence.isSubstantive);
  return stated.length > 0 && stated.every(({ edit }) => edit === '');
}

/** What stands between the blocks around one that is gone: the blank line that ended a list still ends it. */
function gapAfter(before: string, gap: string): string {
  return before === '' || /(?:\r\n|\r|\n)\s*(?:\r\n|\r|\n)$/.test(before) ? '' : gap.replace(/^[^\S\r\n]*(?:\r\n|\r|\n)/, '');
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

function editBlock(answer: string, block: Block, edits: readonly EditedSentence[]): string {
  let text = '';
  let at = block.start;
  for (const { sentence, edit } of edits) {
    if (edit !== undefined) {
      text += answer.slice(at, sentence.start) + edit;
      at = edit === '' ? Math.min(block.end, endOfGap(answer, sentence.end)) : sentence.end;
    }
  }
  return text + answer.slice(at, block.end);
}

/** A sentence is taken out with the space after it, a row with its line end. */
function endOfGap(answer: string, end: number): number {
  return end + (/^(?:[^\S\r\n]*(?:\r\n|\r|\n)(?![\r\n])|[^\S\r\n]+)/.exec(answer.slice(end, end + 100))?.[0].length ?? 0);
}

function revisionOf(sentence: Sentence, edit: Edit): Revision[] {
  const was = withoutMarkers(sentence.text);
  return edit === undefined ? [] : [edit === '' ? { was } : { was, now: withoutMarkers(edit) }];
}
