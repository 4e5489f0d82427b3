import * as z from 'zod';
import { AssistantError } from '../../model/errors';
import type { Passage } from '../../model/passage';
import type { ToolName, ToolOutput } from '../tool';
import { TRUNCATED } from './quote';

/** Longest passage, in UTF-16 units: a longer one is a document. */
const MAX_PASSAGE = 20_000;

/** Passages of one call that are kept. */
const MAX_PASSAGES = 50;

/** Longest text besides the passages, in UTF-16 units. */
const MAX_TEXT = 8_192;

const offset = z.int().min(0);
const line = z.int().min(1);

const passageSchema = z
  .object({
    path: z.string().min(1),
    origin: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('web'), url: z.string().min(1), retrievedAt: z.string() }),
        z.object({ kind: z.literal('memory'), noteId: z.string() }),
      ])
      .optional(),
    kind: z.enum(['section', 'code', 'text']),
    headings: z.array(z.string()),
    span: z.object({ start: offset, end: offset, startLine: line, endLine: line }),
    columns: z.object({ start: line, end: line }).optional(),
    text: z.string().min(1).max(MAX_PASSAGE),
    key: z.string().min(1),
    score: z.number(),
    similarity: z.number().optional(),
    relevance: z.number().min(0).max(1).optional(),
    ranks: z.record(z.string(), z.number()),
  })
  .refine(({ span }) => span.start <= span.end && span.startLine <= span.endLine)
  .refine(({ origin, span, text }) => origin !== undefined || text.length === span.end - span.start);

const outputSchema = z.object({ passages: z.array(passageSchema), text: z.string().optional(), computed: z.string().optional() });

/**
 * Asserts that what a tool gave is what a tool gives, and bounds it.
 * @throws AssistantError tool.failed
 */
export function checkOutput(tool: ToolName, output: ToolOutput): ToolOutput {
  const checked = outputSchema.safeParse(output);
  if (!checked.success) {
    const at = checked.error.issues[0]?.path.join('.') ?? '';
    throw new AssistantError('tool.failed', `${tool} gave a result that cannot be used (${at === '' ? 'no result' : at}). Use another tool.`);
  }
  const { text, computed } = checked.data;
  // The passages themselves, not copies: whoever finds one again knows it by what it is.
  const passages: readonly Passage[] = output.passages.slice(0, MAX_PASSAGES);
  return {
    passages,
    ...(text === undefined ? {} : { text: bounded(text) }),
    ...(computed === undefined ? {} : { computed: bounded(computed) }),
  };
}

function bounded(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - TRUNCATED.length - 1).toWellFormed()}\n${TRUNCATED}`;
}
