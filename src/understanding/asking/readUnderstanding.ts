import * as z from 'zod';
import type { Complexity, Intent } from '../../model/profile';
import { INTENTS } from '../../model/profile';
import { parseLoosely } from '../../util/looseJson';

/** What a model says of a question, as far as it could be read. Every text is one line. */
export interface ModelReading {
  readonly question: string | undefined;
  readonly intent: Intent | undefined;
  readonly complexity: Complexity | undefined;
  readonly ambiguous: boolean | undefined;
  readonly timeSensitive: boolean | undefined;
  readonly confidence: number | undefined;
  readonly focuses: readonly string[];
  readonly paths: readonly string[];
  readonly symbols: readonly string[];
}

/** A longer text is none, and a longer list is cut. In UTF-16 units. */
const MAX_TEXT = 1_000;
const MAX_ENTRY = 200;
const MAX_ENTRIES = 8;

const line = z
  .string()
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(1).max(MAX_TEXT));

/** A list, or one thing of a list. */
const list = z
  .union([z.array(z.unknown()), z.string().transform((text) => [text])])
  .transform((entries) => entries.slice(0, MAX_ENTRIES).flatMap((entry) => line.safeParse(entry).data?.slice(0, MAX_ENTRY) ?? []))
  .catch([]);

const flag = z.union([z.boolean(), z.stringbool()]).optional().catch(undefined);

/** 0.9, "0.9", 90 and "90%" are the same. */
const share = z
  .union([z.number(), z.string().transform((text) => Number.parseFloat(text))])
  .transform((value) => (value > 1 ? value / 100 : value))
  .pipe(z.number().min(0).max(1))
  .optional()
  .catch(undefined);

/** Any case, and whatever parts the words: `how_to` is `howTo`. */
function oneOf<T extends string>(names: readonly T[]) {
  const byLetters = new Map(names.map((name) => [letters(name), name]));
  return z.string().transform((word) => byLetters.get(letters(word))).optional().catch(undefined);
}

function letters(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, '');
}

/** Fields that it does not name, such as those that a model adds of its own, are not read. */
const reading = z.object({
  question: line.optional().catch(undefined),
  intent: oneOf(INTENTS),
  complexity: oneOf(['SIMPLE', 'MEDIUM', 'COMPLEX'] as const),
  ambiguous: flag,
  timeSensitive: flag,
  confidence: share,
  focuses: list,
  paths: list,
  symbols: list,
});

/** Reads what a model says of a question, however it is written; nothing if it says nothing of what was asked. */
export function readUnderstanding(reply: string): ModelReading | undefined {
  const value = parseLoosely(reply);
  const { data } = reading.safeParse(Array.isArray(value) ? value[0] : value);
  const says = data?.question ?? data?.intent ?? data?.complexity;
  return data === undefined || says === undefined ? undefined : { ...ABSENT, ...data };
}

const ABSENT = { question: undefined, intent: undefined, complexity: undefined, ambiguous: undefined, timeSensitive: undefined, confidence: undefined } as const;
