import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { RETRIEVAL_METRICS } from '../../src/evaluation/retrievalMetrics';
import { table } from './table';

/** What `docmind eval` prints, as far as it is kept. */
export const setResult = z.object({
  metrics: z.record(z.enum(RETRIEVAL_METRICS), z.number()),
  ms: z.object({ p50: z.number(), p95: z.number() }),
  passages: z.number(),
  queries: z.number(),
});

/** What `docmind eval` says about a set. */
export type SetResult = z.infer<typeof setResult>;

/** The retrieval sets in a folder that bring their documents, and those that need a folder of files besides. */
export function findSets(folder: string): { readonly whole: readonly string[]; readonly questionsOnly: readonly string[] } {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'qrels.tsv'))).sort() : [];
  const isWhole = (name: string) => existsSync(join(folder, name, 'corpus.jsonl'));
  return { whole: names.filter(isWhole), questionsOnly: names.filter((name) => !isWhole(name)) };
}

/** Measures one set as its users would: `docmind eval`, in a process of its own. */
export async function runSet(root: string, set: string): Promise<SetResult> {
  const args = [join(root, 'dist/cli.js'), 'eval', '--set', set, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10 * 1024 * 1024 });
  return setResult.parse(JSON.parse(stdout));
}

/** Results by the name of the set. */
export type SetResults = Readonly<Record<string, SetResult>>;

/** All sets as Markdown, as last measured; behind each figure its change against the baseline. */
export function describeSets(results: SetResults, before: SetResults): string {
  const rows = Object.entries(results).map(([name, { metrics, ms, passages, queries }]) => [
    name, String(queries), String(passages),
    ...RETRIEVAL_METRICS.map((metric) => metrics[metric].toFixed(3) + change(metrics[metric], before[name]?.metrics[metric])),
    ms.p50.toFixed(0), ms.p95.toFixed(0),
  ]);
  return table(['set', 'queries', 'passages', ...RETRIEVAL_METRICS, 'ms', 'ms p95'], rows);
}

function change(now: number, before: number | undefined): string {
  const difference = now - (before ?? now);
  return Math.abs(difference) < 0.0005 ? '' : ` (${difference > 0 ? '+' : ''}${difference.toFixed(3)})`;
}
