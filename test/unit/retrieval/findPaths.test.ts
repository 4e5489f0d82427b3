import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPaths } from '../../../src/retrieval/findPaths';

const FILES = [
  'README.md', 'docs/README.md', 'docs/setup.md', 'docs/guide/Setup.md', 'docs/guide/setup.de.md', 'setup/index.md', 'src/setup.ts',
  'src/auth/token.ts', 'src/auth.ts', 'lib/auth/token.test.ts', '文档/用户认证.md', '文档/指南/部署说明.md', '.github/workflows/ci.yml', 'Makefile',
];

test.each<[what: string, name: string, expected: readonly string[]]>([
  ['a whole path comes before the end of a longer one', 'README.md', ['README.md', 'docs/README.md']],
  ['the end of a path names it, from the beginning of a folder or file', 'guide/Setup.md', ['docs/guide/Setup.md']],
  ['a part of a folder or file is no name', 'EADME.md', []],
  ['a beginning is no name', 'docs/set', []],
  ['a file is named without its ending too; a folder of that name comes first only by its whole path', 'setup', ['setup', 'docs/setup.md', 'src/setup.ts', 'docs/guide/Setup.md']],
  ['only the last ending is left out', 'setup.de', ['docs/guide/setup.de.md']],
  ['the end of a path without the ending', 'auth/token', ['src/auth/token.ts']],
  ['a file before a folder of the same name', 'auth', ['src/auth.ts', 'lib/auth', 'src/auth']],
  ['a folder by its whole path', 'docs/guide', ['docs/guide']],
  ['a folder by the end of its path', 'workflows', ['.github/workflows']],
  ['another case is found after the same case', 'Setup.md', ['docs/guide/Setup.md', 'docs/setup.md']],
  ['another case of everything', 'SRC/AUTH/TOKEN.TS', ['src/auth/token.ts']],
  ['a name without an ending', 'makefile', ['Makefile']],
  ['Chinese, with its ending and without', '用户认证.md', ['文档/用户认证.md']],
  ['Chinese, without', '部署说明', ['文档/指南/部署说明.md']],
  ['a Chinese folder', '指南', ['文档/指南']],
  ['full-width letters and signs', 'ｒｅａｄｍｅ．ｍｄ', ['README.md', 'docs/README.md']],
  ['separators of Windows', 'docs\\guide\\Setup.md', ['docs/guide/Setup.md']],
  ['a mention', '@docs/setup.md', ['docs/setup.md']],
  ['a path from here', './docs/setup.md', ['docs/setup.md']],
  ['a path from here, of Windows', '.\\docs\\setup.md', ['docs/setup.md']],
  ['a path from the root, and a folder that ends in a slash', '/docs/guide/', ['docs/guide']],
  ['a file that begins with a dot', '.github', ['.github']],
  ['nothing', '', []],
  ['nothing but signs', ' @./ ', []],
  ['what leaves the workspace', '../docs/setup.md', []],
  ['a path of the machine', '/etc/passwd', []],
  ['what is there under another ending', 'README.txt', []],
])('%s: %s', (_, name, expected) => {
  expect(findPaths(name, FILES, 10)).toEqual(expected);
});

test('letters put together of several characters are the same letters', () => {
  expect(findPaths('Überblick.md', ['docs/U\u0308berblick.md'], 5)).toEqual(['docs/U\u0308berblick.md']);
});

test('no more than asked for, the likeliest of them', () => {
  expect(findPaths('setup', FILES, 2)).toEqual(['setup', 'docs/setup.md']);
  expect(findPaths('setup', FILES, 0)).toEqual([]);
  expect(findPaths('setup', FILES, -1)).toEqual([]);
});

test('whatever the name, what is found is a file that is there or a folder of one, once, and every file is found by its path', () => {
  const segment = fc.constantFrom('a', 'b', 'A', 'a.md', 'b.ts', '甲', '.x', '..', '@a', 'a b');
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
  const name = fc.oneof(path, fc.string(), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.uniqueArray(path), name, fc.nat(5), (files, asked, limit) => {
      const found = findPaths(asked, files, limit);
      expect(found.length).toBeLessThanOrEqual(limit);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((one) => files.some((file) => file === one || file.startsWith(`${one}/`)))).toBe(true);
      for (const file of files.filter((one) => !/^(?:@|\.*\/)/.test(one))) {
        expect(findPaths(file, files, 1)).toEqual([file]);
      }
    }),
  );
});
