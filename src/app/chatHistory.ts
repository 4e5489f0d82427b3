import * as z from 'zod';
import type { Evidence } from '../model/evidence';
import type { TurnView } from '../protocol/viewState';

/** A conversation as it is kept between windows: what was shown, and the evidence that its numbers stand for. */
export interface ChatHistory {
  readonly turns: readonly {
    readonly view: TurnView;
    readonly evidence: readonly Evidence[];
    /** See `PastTurn`. */
    readonly notes?: readonly string[];
  }[];
}

export const EMPTY_HISTORY: ChatHistory = { turns: [] };

const span = z.object({ start: z.int(), end: z.int(), startLine: z.int(), endLine: z.int() });

const source = z.object({
  n: z.int(),
  path: z.string(),
  origin: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('web'), url: z.string(), host: z.string() }),
    z.object({ kind: z.literal('memory') }),
  ]).exactOptional(),
  headings: z.array(z.string()),
  startLine: z.int(),
  endLine: z.int(),
  text: z.string(),
  support: z.array(z.object({ start: z.int(), end: z.int() })).exactOptional(),
  cited: z.boolean(),
  check: z.enum(['verified', 'moved', 'changed', 'gone']).exactOptional(),
  missing: z.array(z.string()).exactOptional(),
});

const end = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered') }),
  z.object({ kind: z.literal('nothingFound') }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string(), retryable: z.boolean() }),
]);

const rank = z.int().exactOptional();

const historySchema = z.object({
  turns: z.array(z.object({
    view: z.object({
      id: z.string(),
      question: z.string(),
      steps: z.array(z.object({ id: z.string().exactOptional(), label: z.string(), detail: z.string().exactOptional(), done: z.boolean() })),
      answer: z.string(),
      sources: z.array(source),
      model: z.string().exactOptional(),
      notice: z.string().exactOptional(),
      remark: z.string().exactOptional(),
      end: end.exactOptional(),
    }),
    evidence: z.array(z.object({
      n: z.int(),
      passage: z.object({
        path: z.string(),
        origin: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('web'), url: z.string(), retrievedAt: z.string() }),
          z.object({ kind: z.literal('memory'), noteId: z.string() }),
        ]).exactOptional(),
        kind: z.enum(['section', 'code', 'text']),
        headings: z.array(z.string()),
        span,
        columns: z.object({ start: z.int(), end: z.int() }).exactOptional(),
        text: z.string(),
        key: z.string(),
        score: z.number(),
        similarity: z.number().exactOptional(),
        relevance: z.number().exactOptional(),
        ranks: z.object({ keyword: rank, static: rank, semantic: rank }),
      }),
    })),
    notes: z.array(z.string()).exactOptional(),
  })),
});

/** Reads a saved conversation. Never throws: one that cannot be read, of another version perhaps, is an empty one. */
export function parseHistory(raw: unknown): ChatHistory {
  const parsed = historySchema.safeParse(raw);
  return parsed.success ? parsed.data : EMPTY_HISTORY;
}
