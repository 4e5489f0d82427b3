import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import type { AnswerNeed, SourceLines } from '../../src/evaluation/answerScore';

/** What makes a question hard. */
export const KINDS = [
  'fact', 'number', 'table', 'symbol', 'comparison', 'multi-hop', 'cross-file', 'ambiguous', 'follow-up', 'chinese', 'absent',
] as const;

const LINES = /^(?<path>.+):(?<from>\d+)(?:-(?<to>\d+))?$/u;

const source = z.string().regex(LINES).transform((text): SourceLines => {
  const { path = '', from, to } = LINES.exec(text)?.groups ?? {};
  return { path, startLine: Number(from), endLine: Number(to ?? from) };
});

const rounds = z.string().regex(/^\d\.\.\d$/u).transform((text) => ({ least: Number(text[0]), most: Number(text[3]) }));

const question = z.strictObject({
  id: z.string(),
  kind: z.enum(KINDS),
  question: z.string(),
  /** Asked before it, in the same conversation. */
  after: z.array(z.string()).default([]),
  rounds,
  route: z.enum(['ONE_SHOT', 'AGENTIC']),
  needs: z.array(z.strictObject({
    facts: z.array(z.string().transform((fact) => fact.split(' | '))),
    sources: z.array(source).min(1),
  })),
});

/** A question with what a right answer needs. */
export type GoldenQuestion = z.infer<typeof question> & { readonly needs: readonly AnswerNeed[] };

/** Reads the golden set of this repository. */
export function readGoldenSet(root: string): GoldenQuestion[] {
  return z.array(question).parse(parse(readFileSync(join(root, 'test/eval/golden.yaml'), 'utf8')));
}
