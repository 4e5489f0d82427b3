import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { RETRIEVAL_METRICS } from '../../src/evaluation/retrievalMetrics';
import { table } from './table';

const output = z.object({
  metrics: z.record(z.enum(RETRIEVAL_METRICS), z.number()),
  ms: z.object({ p50: z.number(), p95: z.number() }),
  passages: z.number(),
  queries: z.number(),
});

/** What `docmind eval` says about a set. */
export type SetResult = z.infer<typeof output>;

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
  return output.parse(JSON.parse(stdout));
}

/** All sets as Markdown; behind each figure its change against the baseline. */
export function describeSets(results: ReadonlyMap<string, SetResult>, before: Readonly<Record<string, Readonly<Record<string, number>>>>): string {
  const rows = Array.from(results, ([name, { metrics, ms, passages, queries }]) => [
    name, String(queries), String(passages),
    ...RETRIEVAL_METRICS.map((metric) => metrics[metric].toFixed(3) + change(metrics[metric], before[name]?.[metric])),
    ms.p50.toFixed(0), ms.p95.toFixed(0),
  ]);
  return table(['set', 'queries', 'passages', ...RETRIEVAL_METRICS, 'ms', 'ms p95'], rows);
}

function change(now: number, before: number | undefined): string {
  const difference = now - (before ?? now);
  return Math.abs(difference) < 0.0005 ? '' : ` (${difference > 0 ? '+' : ''}${difference.toFixed(3)})`;
}
