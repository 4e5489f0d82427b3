import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import chinese from '../../media/l10n/bundle.l10n.zh-cn.json';

const ROOT = join(import.meta.dirname, '../..');

/** The English sentences that the host and the use cases translate, as they stand in the source. */
function translatedSentences(): string[] {
  const files = globSync('src/{host,app}/**/*.ts', { cwd: ROOT }).concat('src/extension.ts');
  return files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bt\(\s*'((?:[^'\\]|\\.)*)'/gu)].map(([, sentence]) => sentence!));
}

test('every sentence that is translated has its Chinese, and no translation is left over', () => {
  expect(Object.keys(chinese).sort()).toEqual([...new Set(translatedSentences())].sort());
});

test('a translation has the same holes as its sentence', () => {
  const holes = (text: string) => [...text.matchAll(/\{\d\}/gu)].map(([hole]) => hole).sort();
  for (const [sentence, translation] of Object.entries(chinese)) {
    expect(holes(translation), sentence).toEqual(holes(sentence));
  }
});
