import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkDocument } from '../../../src/chunking/chunkDocument';
import { embeddingText } from '../../../src/chunking/context';
import { estimateTokens } from '../../../src/chunking/estimateTokens';
import type { DocumentKind, SourceDocument } from '../../../src/model/document';
import { lineAt, lineStarts } from '../../../src/util/lines';

const MAX_TOKENS = 225;

function documentOf(text: string, kind: DocumentKind, language: string = kind): SourceDocument {
  return { path: 'a', kind, language, text, title: 'Title' };
}

const words = (count: number, word = 'plain'): string => `${`${word} `.repeat(count).trim()}.`;

/** Every chunk as one line: its trail, its lines, and how it begins. */
function check(text: string, kind: DocumentKind, language: string, expected: readonly string[]): void {
  const chunks = chunkDocument(documentOf(text, kind, language));
  expect(chunks.map(({ headings, span, text: own }) => `${headings.join(' > ')} | ${span.startLine}-${span.endLine} | ${own.trim().split('\n', 1).join('').slice(0, 12)}`)).toEqual(expected);
  checkInvariants(documentOf(text, kind, language));
}

function checkInvariants(document: SourceDocument): void {
  const starts = lineStarts(document.text);
  let end = 0;
  for (const chunk of chunkDocument(document)) {
    expect(chunk.span.start).toBe(end);
    expect(chunk.span.end).toBeGreaterThan(end);
    end = chunk.span.end;
    expect(chunk.text).toBe(document.text.slice(chunk.span.start, chunk.span.end));
    expect(chunk.span.startLine).toBe(lineAt(starts, chunk.span.start));
    expect(chunk.span.endLine).toBe(lineAt(starts, chunk.span.end - 1));
    expect(document.text.slice(end - 1, end + 1)).not.toMatch(/^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/);
    expect(estimateTokens(embeddingText(chunk, document.title))).toBeLessThanOrEqual(MAX_TOKENS);
  }
  expect(end).toBe(document.text.length);
}

test('sections carry their heading trail; headings in fences, quotes and lists are text', () => {
  check(
    ['# Guide', words(60), '## Install', words(60), '```sh', '# not a heading', '```', '> # quoted', '', '- # listed', '', '### Linux', words(60), '', 'Use', '---', words(60)].join('\n'),
    'markdown',
    'markdown',
    ['Guide | 1-2 | # Guide', 'Guide > Install | 3-11 | ## Install', 'Guide > Install > Linux | 12-14 | ### Linux', 'Guide > Use | 15-17 | Use'],
  );
});

test('a heading without text of its own stays with its first subsection', () => {
  check(`# Guide\n\n## Install\n\n${words(60)}\n\n## Use\n\n${words(60)}\n`, 'markdown', 'markdown', ['Guide > Install | 1-6 | # Guide', 'Guide > Use | 7-9 | ## Use']);
});

test('short siblings are joined under their parent, not with the next chapter', () => {
  check(`# A\n${words(60)}\n## x\nshort\n## y\nshort\n# B\n${words(60)}`, 'markdown', 'markdown', ['A | 1-2 | # A', 'A | 3-6 | ## x', 'B | 7-8 | # B']);
});

test('front matter is no heading and no rule, and stays with what follows', () => {
  check(`---\ntitle: T\n# no heading\n---\n\n# Real\n\n${words(60)}`, 'markdown', 'markdown', ['Real | 1-8 | ---']);
});

test('a long section is divided evenly at its blocks, and a fence or table is kept whole', () => {
  const fence = ['```ts', ...Array.from({ length: 20 }, (_, index) => `call(${index});`), '', 'end();', '```'].join('\n');
  const table = ['| a | b |', '|---|---|', ...Array.from({ length: 12 }, (_, index) => `| row${index} | cell |`)].join('\n');
  const chunks = chunkDocument(documentOf(`# T\n\n${words(110)}\n\n${fence}\n\n${table}\n\n${words(110)}`, 'markdown'));
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks.filter(({ text }) => text.includes('```ts')).every(({ text }) => text.includes('end();\n```'))).toBe(true);
  expect(chunks.filter(({ text }) => text.includes('|---|')).every(({ text }) => text.includes('row11'))).toBe(true);
  expect(Math.min(...chunks.map(({ text }) => text.length))).toBeGreaterThan(150);
});

test('a paragraph that announces a block is not cut off from it', () => {
  const chunks = chunkDocument(documentOf(`# T\n\n${words(75)}\n\nRun this:\n\n\`\`\`sh\n${'npm install --save-dev package\n'.repeat(12)}\`\`\`\n`, 'markdown'));
  expect(chunks.map(({ text }) => text.includes('Run this:') === text.includes('npm install'))).toEqual(chunks.map(() => true));
});

test('list items are kept whole where they fit', () => {
  const chunks = chunkDocument(documentOf(Array.from({ length: 20 }, (_, index) => `- item ${index} ${words(20)}\n  and more of it\n`).join(''), 'markdown'));
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.every(({ text }) => text.startsWith('- item') && text.endsWith('more of it\n'))).toBe(true);
});

test('a short section joined with a longer one is headed by what both stand under, not by the second', () => {
  const line = (count: number) => `${'The server copies its data. '.repeat(count)}\n`;
  check(
    `# Backups\n\n## Schedule\n\n${line(12)}\n## Retention\n\nKept for 37 days.\n\n## Restore\n\n${line(3)}\n${line(3)}`,
    'markdown',
    'markdown',
    ['Backups > Schedule | 1-6 | # Backups', 'Backups | 7-15 | ## Retention'],
  );
});

test('declarations keep their comments and carry their symbol path', () => {
  const body = (count: number): string => Array.from({ length: count }, (_, index) => `    this.value = compute(${index}, 'text');\n`).join('');
  check(
    `import a from 'a';\n\n/** Says what it is. */\nexport class Store {\n  /** Opens. */\n  open(path: string): void {\n${body(9)}  }\n\n  // Closes.\n  async close(): Promise<void> {\n${body(9)}  }\n}\n\n/**\n * Adds.\n */\nexport function add(a: number): number {\n${body(12)}}\n\nstart(${'1, '.repeat(60)});\n`,
    'code',
    'typescript',
    ['Store > open | 1-17 | import a fro', 'Store > close | 18-31 | // Closes.', 'add | 32-49 | /**', ' | 50-50 | start(1, 1, '],
  );
});

test('a class that fits is one chunk', () => {
  check(`class A:\n    """Doc."""\n\n    def one(self):\n        return 1\n\n    def two(self):\n        return ${'very_'.repeat(30)}long\n`, 'code', 'python', ['A | 1-8 | class A:']);
});

test('headings of other formats make sections too', () => {
  check(`=====\nGuide\n=====\n\n${words(60)}\n\nInstall\n-------\n\n${words(60)}\n\nUse\n---\n\n${words(60)}\n`, 'text', 'restructuredtext', ['Guide | 1-6 | =====', 'Guide > Install | 7-11 | Install', 'Guide > Use | 12-15 | Use']);
  check(`= Guide\n\n${words(60)}\n\n----\n== no\n----\n== Install\n${words(60)}`, 'text', 'asciidoc', ['Guide | 1-7 | = Guide', 'Guide > Install | 8-9 | == Install']);
  check(`.TH GIT 1\n.SH NAME\ngit \\- x ${words(60)}\n.SH "SEE ALSO"\n${words(60)}\n`, 'text', 'man', ['NAME | 1-3 | .TH GIT 1', 'SEE ALSO | 4-5 | .SH "SEE ALS']);
});

test('prose without structure is cut at blank lines', () => {
  const chunks = chunkDocument(documentOf(Array.from({ length: 20 }, () => `${words(20)}\n${words(20)}\n`).join('\n'), 'text'));
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.slice(0, -1).every(({ text }) => text.endsWith('.\n\n'))).toBe(true);
});

test('a line that is too long is cut at spaces, one without spaces inside, and nothing is lost', () => {
  const chunks = chunkDocument(documentOf(`${words(400)}\n${'🙂'.repeat(600)}\n${'x'.repeat(3000)}`, 'text'));
  expect(chunks.length).toBeGreaterThan(8);
  expect(chunks.slice(0, 2).every(({ text }) => text.endsWith(' '))).toBe(true);
  checkInvariants(documentOf(`${words(400)}\n${'🙂'.repeat(600)}\n${'x'.repeat(3000)}`, 'text'));
});

test('an empty text has no chunks', () => {
  expect(chunkDocument(documentOf('', 'markdown'))).toEqual([]);
});

const kinds: fc.Arbitrary<readonly [DocumentKind, string]> = fc.constantFrom(
  ['markdown', 'markdown'], ['code', 'typescript'], ['code', 'python'], ['code', 'c'], ['code', 'rust'], ['code', 'css'],
  ['text', 'text'], ['text', 'restructuredtext'], ['text', 'html'], ['text', 'json'], ['text', 'asciidoc'],
);
const scraps = fc.constantFrom(
  '# ', '## a', '### b\n', '===\n', '---\n', '```\n', '~~~', '- ', '  - ', '1. ', '> ', '| a | b |\n', '|-|-|\n', '<div>', '<!--', '    ', '\t',
  'class A {', 'def f():', 'function g() {', '}', '/**', ' */\n', '// c\n', '@dec\n', 'impl X for Y {', '#define X(a) \\\n', '"""',
  '\n', '\r\n', '\r', '\n\n', ' ', words(30), words(90), '\ud83d', '\ude42', '🙂', '日本語', '\0', 'x'.repeat(400), `[a]: b`, '+++\n', '{', '"k": 1,\n', '<h1>T</h1>', '== T\n', '....\n',
);

test('chunks tile any document, slice back to their text, and stay under the limit', () => {
  fc.assert(fc.property(kinds, fc.array(fc.oneof({ weight: 9, arbitrary: scraps }, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 60 }), ([kind, language], parts) => {
    checkInvariants(documentOf(parts.join(''), kind, language));
  }), { numRuns: 200 });
});

test.each([
  ['empty headings', '#\n'.repeat(50_000), 'markdown'],
  ['headings', '# a\n'.repeat(50_000), 'markdown'],
  ['one line', 'ab '.repeat(300_000), 'markdown'],
  ['one word', 'a'.repeat(500_000), 'text'],
  ['nested lists', '- '.repeat(100_000), 'markdown'],
  ['indented lists', Array.from({ length: 1500 }, (_, index) => `${' '.repeat(2 * index)}- a`).join('\n'), 'markdown'],
  ['nested quotes', `${'>'.repeat(100_000)}\n`, 'markdown'],
  ['blank lines', '\n'.repeat(300_000), 'text'],
  ['underlines', 'a\n===\n'.repeat(30_000), 'text'],
  ['comment ends', ' */\nfunction a() {\n'.repeat(20_000), 'code'],
  ['open comments', '/* x\n'.repeat(40_000), 'code'],
  ['brackets', '[<{('.repeat(50_000), 'code'],
] as const)('hostile input ends soon: %s', (_name, text, kind) => {
  const document = documentOf(text, kind, kind === 'code' ? 'typescript' : kind);
  const chunks = chunkDocument(document);
  expect(chunks.reduce((length, chunk) => length + chunk.text.length, 0)).toBe(text.length);
});
