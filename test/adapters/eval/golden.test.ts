import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readBaseline } from '../../eval/baseline';
import { coverageOf, findDrops, meanOf, rowsOf } from '../../eval/goldenReport';
import { readGoldenSet } from '../../eval/goldenSet';
import type { GoldenResult } from '../../eval/runGolden';
import { openIndex, runGolden } from '../../eval/runGolden';

const ROOT = join(import.meta.dirname, '../../..');

let results: readonly GoldenResult[] = [];

beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'docmind-golden-'));
  const index = await openIndex({ root: ROOT, folder: join(ROOT, 'test/fixtures/corpus'), dir });
  results = await runGolden(readGoldenSet(ROOT), index);
  await index.dispose();
  await rm(dir, { recursive: true });
}, 180_000);

test('without a model an expected source is cited in at least 85 of 100 answers', () => {
  expect(meanOf(Object.values(rowsOf(results)), 'cited')).toBeGreaterThanOrEqual(0.85);
});

test('every sentence of an extract is cited, and stands in a file', () => {
  for (const result of results.filter(({ outcome }) => outcome.stopReason === 'answered')) {
    expect(result.foreign, result.question.id).toEqual([]);
    expect(coverageOf(result), `${result.question.id}: ${result.outcome.answer}`).toBe(1);
    expect(result.outcome, result.question.id).toMatchObject({ invalidRefs: 0, unsupported: [] });
  }
});

test('every citation was looked up in its file and found there', () => {
  const checks = results.flatMap(({ outcome }) => outcome.citations.map(({ check }) => check));
  expect(checks.length).toBeGreaterThan(50);
  expect(new Set(checks)).toEqual(new Set(['verified']));
});

test('nothing is worse than in the committed baseline, by more than chance', () => {
  const { golden } = readBaseline(ROOT);
  const after = rowsOf(results);
  expect(Object.keys(after).filter((id) => !(id in golden)), 'new questions: run npm run eval -- --update').toEqual([]);
  expect(findDrops(golden, after)).toEqual([]);
});
