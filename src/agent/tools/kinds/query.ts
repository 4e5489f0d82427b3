import * as z from 'zod';

/** Longest query, in UTF-16 units: what is longer is cut, for it says too much to be looked up. */
const MAX_QUERY = 1_000;

/** What is looked up: at least one word of it. */
export function querySchema(description: string): z.ZodType<string> {
  return z
    .string()
    .trim()
    .max(MAX_QUERY)
    .regex(/[\p{L}\p{N}\p{S}]/u, 'is empty: write what to look for')
    .describe(description);
}
