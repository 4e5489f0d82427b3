import * as z from 'zod';
import { chunkDocument } from '../../../chunking/chunkDocument';
import { trimBlankLines } from '../../../chunking/trimBlankLines';
import { partOf } from '../../../evidence/cut';
import { THRESHOLDS } from '../../../evidence/thresholds';
import type { Note } from '../../../model/conversation';
import type { Passage } from '../../../model/passage';
import type { SavedNotes } from '../../../model/ports';
import type { Library } from '../../../retrieval/library';
import { termShare } from '../../../retrieval/relevance';
import { lineStarts, spanOf } from '../../../util/lines';
import type { Tool, ToolOutput } from '../../tool';
import { querySchema } from './query';

const TIMEOUT_MS = 10_000;

/** Passages of notes that are judged, at most: each takes up to 120 ms. */
const MAX_JUDGED = 12;
const MAX_PASSAGES = 5;

const schema = z.object({ query: querySchema('What the note is about.') });

/** Search of the notes that the person saved. Reads only. */
export function createRecallMemory({ notes, library }: { readonly notes: SavedNotes; readonly library: Library }): Tool<z.infer<typeof schema>> {
  return {
    name: 'recallMemory',
    description:
      'Finds notes that the person saved earlier: preferences, decisions, facts to remember. ' +
      'Use it when the question speaks of what they said, decided or prefer. Not for what documents say: searchDocs finds that. It cannot save anything.',
    input: schema,
    timeoutMs: TIMEOUT_MS,
    queryOf: ({ query }) => query,
    run: async ({ query }, signal) => recall(query, await notes.list(), { library, signal }),
  };
}

async function recall(query: string, notes: readonly Note[], { library, signal }: { library: Library; signal: AbortSignal }): Promise<ToolOutput> {
  if (notes.length === 0) {
    return { passages: [], text: 'No notes are saved.' };
  }
  const shareOf = termShare(query);
  const candidates = notes
    .toReversed()
    .flatMap(passagesOf)
    .map((passage) => ({ passage, text: `${passage.path}\n${passage.text}` }))
    .map((candidate) => ({ ...candidate, share: shareOf(candidate.text) }))
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_JUDGED);
  const judged = await library.relevanceTo(query, candidates.map(({ passage: { key }, text }) => ({ key, text })), signal);
  const passages = candidates
    .map(({ passage, share }, at) => asFound(passage, share, judged?.[at]))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_PASSAGES);
  return { passages };
}

/** What neither says much of the query nor is judged to have to do with it scores 0. */
function asFound(passage: Passage, share: number, relevance?: number): Passage {
  const isRelated = share >= THRESHOLDS.share.some || (relevance ?? 0) >= THRESHOLDS.relevance.nothing;
  const score = isRelated ? (share + (relevance ?? share)) / 2 : 0;
  return { ...passage, score, ...(relevance === undefined ? {} : { relevance }) };
}

/** A note in passages: a long one is split as a document would be. */
function passagesOf({ id, title, text }: Note): Passage[] {
  const origin = { kind: 'memory', noteId: id } as const;
  const span = spanOf(lineStarts(text), 0, text.length);
  const whole: Passage = { path: title, origin, kind: 'section', headings: [], span, text, key: '', score: 0, ranks: {} };
  const chunks = chunkDocument({ path: `${id}.md`, kind: 'markdown', language: 'markdown', text, title });
  return chunks
    .filter((chunk) => chunk.text.trim() !== '')
    .map(({ kind, headings, span: own, text: said }) => ({ ...partOf(whole, trimBlankLines(own, said)), kind, headings }))
    .map((part) => ({ ...part, key: JSON.stringify([id, part.text]) }));
}
