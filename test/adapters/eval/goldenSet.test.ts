import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SourceLines } from '../../../src/evaluation/answerScore';
import { states } from '../../../src/evaluation/answerScore';
import { KINDS, readGoldenSet } from '../../eval/goldenSet';

const ROOT = join(import.meta.dirname, '../../..');

const golden = readGoldenSet(ROOT);

function linesOf({ path, startLine, endLine }: SourceLines): string[] {
  const bytes = readFileSync(join(ROOT, 'test/fixtures/corpus', path));
  const text = new TextDecoder(path.endsWith('旧版迁移说明.txt') ? 'gb18030' : 'utf-8').decode(bytes);
  return text.split(/\r\n|\n/u).slice(startLine - 1, endLine);
}

test('there are at least 52 questions, some of every kind, and none twice', () => {
  expect(golden.length).toBeGreaterThanOrEqual(52);
  expect(new Set(golden.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  expect(golden.filter(({ kind }) => kind === 'absent').length).toBeGreaterThanOrEqual(8);
  expect(new Set(golden.map(({ id }) => id)).size).toBe(golden.length);
});

test.each(golden.filter(({ kind }) => kind !== 'absent'))('$id: the expected sources say the facts', ({ needs }) => {
  expect(needs.length).toBeGreaterThan(0);
  for (const { facts, sources } of needs) {
    expect(facts.length).toBeGreaterThan(0);
    for (const source of sources) {
      const lines = linesOf(source);
      expect(lines, `${source.path} ends before line ${source.endLine}`).toHaveLength(source.endLine - source.startLine + 1);
      for (const fact of facts) {
        expect(states(lines.join('\n'), fact), `${source.path}:${source.startLine}-${source.endLine} lacks "${fact.join(' | ')}"`).toBe(true);
      }
    }
  }
});

test('simple questions take at most two rounds, comparisons at least two, and what is absent has no source', () => {
  for (const { id, kind, rounds, route, needs } of golden) {
    expect(rounds.least, id).toBeLessThanOrEqual(rounds.most);
    if (kind === 'fact' || kind === 'number' || kind === 'table' || kind === 'symbol') {
      expect([rounds.most, route], id).toEqual([2, 'ONE_SHOT']);
    }
    if (kind === 'comparison') {
      expect([rounds.least, route], id).toEqual([2, 'AGENTIC']);
    }
    expect(needs.length === 0, id).toBe(kind === 'absent');
  }
});
