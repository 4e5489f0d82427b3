import { expect, test } from 'vitest';
import { presentIndexReport } from '../../../src/app/presentIndexReport';
import { untranslated } from '../../../src/app/translate';
import type { IndexReport } from '../../../src/model/indexReport';

const REPORT: IndexReport = {
  files: 12, passages: 120, bytes: 45_000, failed: [], skipped: {}, seconds: 0.01, embedded: 0, warnings: [],
  model: 'static-1f2e3d4c-v1 + minilm-0a1b2c3d-native-v1', dir: '/storage/index', tiers: ['keyword', 'semantic'],
};

function lines(change: Partial<IndexReport>, lastRun?: string): string[] {
  return presentIndexReport({ ...REPORT, ...change }, lastRun, untranslated).split('\n');
}

test.each<[string, Partial<IndexReport>, string | undefined, string]>([
  ['that found nothing new', {}, '13:04:05', '- Last run: 13:04:05, no passage was new'],
  ['that had work to do', { embedded: 120, seconds: 3.21 }, '13:04:05', '- Last run: 13:04:05, 120 new passages in 3.2 s'],
  ['that is still under way', {}, undefined, '- Last run: not finished yet'],
])('a run %s is told in words', (_what, change, lastRun, line) => {
  expect(lines(change, lastRun)).toContain(line);
});

test('models are called by the names that people know, with their identities', () => {
  expect(lines({})).toContain('- Models: static table (static-1f2e3d4c-v1), all-MiniLM-L6-v2, native (minilm-0a1b2c3d-native-v1)');
  expect(lines({ model: 'minilm-0a1b2c3d-wasm-v1' })).toContain('- Models: all-MiniLM-L6-v2, WebAssembly (minilm-0a1b2c3d-wasm-v1)');
  expect(lines({ model: 'another' })).toContain('- Models: another');
});

test('what is left out is explained, reason by reason, even where nothing is', () => {
  const start = lines({}).indexOf('## Left out');
  const none = lines({}).slice(start).filter((line) => line.startsWith('- '));
  expect(none).toHaveLength(6);
  expect(none.every((line) => line.endsWith(': 0'))).toBe(true);
  expect(lines({ skipped: { tooLarge: 3 } })).toContain('- Larger than the setting docmind.index.maxFileSize allows: 3');
  expect(lines({}).join('\n')).toContain('.gitignore');
});

test('failures and notes have a section only where there are some', () => {
  expect(lines({}).filter((line) => line.startsWith('## '))).toEqual(['## Left out']);
  const text = lines({ failed: [{ path: 'a.md', reason: 'cannot be read' }], warnings: ['It was damaged.'] }).join('\n');
  expect(text).toMatch(/## Failed\n\n- a\.md: cannot be read\n[^]*## Notes\n\n- It was damaged\./u);
});
