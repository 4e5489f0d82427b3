import { meanScores, percentile, RANKING_DEPTH, RETRIEVAL_METRICS, scoreRanking } from '../evaluation/retrievalMetrics';
import { refuseIfCancelled } from '../model/errors';
import type { TestSet } from './evalSet';
import type { Output } from './output';
import type { CommandWorld } from './run';

/** Passages asked for: the measures look at twenty documents, of which some are found by two passages. */
const PASSAGES = 2 * RANKING_DEPTH;

/** Asks every query of a set; the best passage of a document counts for it. @throws AssistantError */
export async function runEvaluation(set: TestSet, { index, onProgress, warn, now, signal }: CommandWorld): Promise<Output> {
  const report = await index.sync(onProgress, signal);
  report.warnings.forEach(warn);
  const scores = [];
  const times: number[] = [];
  for (const { id, text } of set.queries) {
    const started = now();
    const { passages } = await index.search({ query: text, k: PASSAGES, mode: 'hybrid' }, signal);
    times.push(now() - started);
    refuseIfCancelled(signal);
    const ranked = new Set(passages.map(({ path }) => set.documentOf(path)));
    scores.push(scoreRanking([...ranked], set.judgements.get(id) ?? new Map()) ?? []);
  }
  const metrics = meanScores(scores.flat());
  const ms = { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
  const lines = RETRIEVAL_METRICS.map((metric) => `${metric.padEnd(9)} ${metrics[metric].toFixed(3)}`);
  return {
    text: [...lines, `${set.queries.length} queries over ${report.passages} passages; ${ms.p50.toFixed(0)} ms, p95 ${ms.p95.toFixed(0)} ms`].join('\n'),
    json: { metrics, ms, passages: report.passages, files: report.files, queries: scores.flat().length, embedded: report.embedded },
  };
}
