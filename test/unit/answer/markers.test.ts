import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MarkerStream } from '../../../src/answer/markers';

const known = (n: number) => n >= 1 && n <= 4;

function run(pieces: readonly string[]) {
  const stream = new MarkerStream(known);
  const shown = pieces.map((piece) => stream.push(piece));
  const rest = stream.end();
  return { text: shown.join('') + rest, cited: [...stream.cited], invalidRefs: stream.invalidRefs };
}

/** The canonical text, the numbers cited and the references removed; the same however the input is cut. */
function check(input: string, text: string, cited: readonly number[], invalidRefs = 0) {
  const expected = { text, cited, invalidRefs };
  expect(run([input])).toEqual(expected);
  expect(run(input.split(''))).toEqual(expected);
}

describe('every form of a marker becomes [n]', () => {
  test.each<[string, string, number[]]>([
    ['It caches [1].', 'It caches [1].', [1]],
    ['It caches [1, 2].', 'It caches [1][2].', [1, 2]],
    ['It caches [1][2].', 'It caches [1][2].', [1, 2]],
    ['It caches [1] [2].', 'It caches [1] [2].', [1, 2]],
    ['It caches [1-3].', 'It caches [1][2][3].', [1, 2, 3]],
    ['It caches [1–2, 4].', 'It caches [1][2][4].', [1, 2, 4]],
    ['It caches [[1]].', 'It caches [1].', [1]],
    ['It caches [[1], [2]].', 'It caches [[1], [2]].', [1, 2]],
    ['会缓存【1】。', '会缓存[1]。', [1]],
    ['会缓存［1］。', '会缓存[1]。', [1]],
    ['会缓存【１，２】。', '会缓存[1][2]。', [1, 2]],
    ['会缓存[1、2]。', '会缓存[1][2]。', [1, 2]],
    ['Twice [1, 1] and [1].', 'Twice [1] and [1].', [1]],
    ['[1] begins a line', '[1] begins a line', [1]],
    ['- item [1]\n- item [2]', '- item [1]\n- item [2]', [1, 2]],
    ['| a [1] | b [2] |', '| a [1] | b [2] |', [1, 2]],
    ['a word[1]', 'a word[1]', [1]],
    ['see (the cache [1])', 'see (the cache [1])', [1]],
    ['【1】(see below)', '[1] (see below)', [1]],
    ['a < b [1] > c', 'a < b [1] > c', [1]],
    ['costs $5 [1] and $6 [2]', 'costs $5 [1] and $6 [2]', [1, 2]],
    ['the interval [0, 1) [2] is', 'the interval [0, 1) [2] is', [2]],
    ['task [ ] and [x] and [] [1]', 'task [ ] and [x] and [] [1]', [1]],
  ])('%j', (input, text, cited) => {
    check(input, text, cited);
  });
});

describe('what is no reference to evidence is left alone', () => {
  test.each([
    '`a[1]`',
    '``a ` [1]``',
    '`spans\nlines [1]`',
    '```js\na[1]\n```',
    '```\n[1]\n~~~\n[2]\n```',
    '~~~ `x` [1]\na[1]\n~~~',
    '````\n```\n[1]\n```\n````',
    '- item\n\n  ```sh\n  a[1]\n  ```',
    '> ```\n> a[1]\n> ```',
    '```\nnever closed [1]',
    '[1](https://example.org)',
    '![1](a.png)',
    '[[1]](https://example.org)',
    '[see [1] here](https://example.org)',
    '[docs](a/[1].md)',
    '<https://example.org/[1]>',
    '<a href="[1]">',
    '[^1] and [^1]: note',
    '[1]: https://example.org',
    '$a_[1]$',
    '$$\na[1]\n$$',
    '\\[1]',
    '[a1] [1a] [1.5] [one]',
  ])('%j', (input) => {
    check(input, input, []);
  });
});

describe('references that no evidence has are removed and counted', () => {
  test.each<[string, string, number[], number]>([
    ['It caches [9].', 'It caches.', [], 1],
    ['It caches [9] well.', 'It caches well.', [], 1],
    ['It caches [9][1].', 'It caches[1].', [1], 1],
    ['It caches [1, 9].', 'It caches [1].', [1], 1],
    ['It caches [0].', 'It caches.', [], 1],
    ['It caches [3-5].', 'It caches [3][4].', [3, 4], 1],
    ['It caches [3-1].', 'It caches.', [], 1],
    ['It caches [1-999999].', 'It caches.', [], 1],
    [`It caches [${'9'.repeat(400)}].`, 'It caches.', [], 1],
    ['well [9]known', 'well known', [], 1],
    ['会缓存【9】。', '会缓存。', [], 1],
    ['the end [9]', 'the end', [], 1],
    ['`[9]` and ```[9]``` stay', '`[9]` and ```[9]``` stay', [], 0],
  ])('%j', (input, text, cited, invalid) => {
    check(input, text, cited, invalid);
  });
});

describe('an opener that is never closed hides nothing', () => {
  test.each<[string, string, number[]]>([
    ['a ` b [1]\n\nc ` [2]', 'a ` b [1]\n\nc ` [2]', [1, 2]],
    ['- a ` b [1]\n- c ` [2]', '- a ` b [1]\n- c ` [2]', [1, 2]],
    ['# a ` b [1]\nc ` [2]', '# a ` b [1]\nc ` [2]', [1, 2]],
    ['a `` b ` [1] ` c', 'a `` b ` [1] ` c', []],
    ['a [ b [1]\nc', 'a [ b [1]\nc', [1]],
    ['a [b](c [1]\nd)', 'a [b](c [1]\nd)', [1]],
    ['a <b [1]\nd>', 'a <b [1]\nd>', [1]],
    ['$x [1]', '$x [1]', [1]],
    ['\\` [1] ` c', '\\` [1] ` c', [1]],
  ])('%j', (input, text, cited) => {
    check(input, text, cited);
  });
});

test('text is shown as soon as it cannot change', () => {
  const stream = new MarkerStream(known);
  expect(['The cache', ' is [', '1', '] big', ' `x [2]', '` and', ' ```'].map((piece) => stream.push(piece))).toEqual([
    'The cache',
    ' is',
    '',
    ' [1] big',
    ' `x',
    ' [2]` and',
    '',
  ]);
  expect(stream.end()).toBe(' ```');
});

const markdown = fc
  .array(
    fc.constantFrom('[', ']', '[1]', '[9]', '[1, 2]', '1', '【', '】', '(', ')', '`', '```', '~~~', '$', '$$', '<', 'a', '>', '\\', '\n', '\n\n', ' ', '- ', '# ', ',', '-', ':', '[^', '汉', '|'),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

test('the result does not depend on how the input is cut', () => {
  fc.assert(
    fc.property(markdown, fc.array(fc.nat(200)), (input, cuts) => {
      const places = [...new Set([0, ...cuts.filter((cut) => cut < input.length), input.length])].sort((a, b) => a - b);
      const pieces = places.slice(1).map((end, at) => input.slice(places[at], end));
      expect(run(pieces)).toEqual(run([input]));
      expect(run(input.split(''))).toEqual(run([input]));
    }),
    { numRuns: 2_000 },
  );
});

test('canonical text from which nothing was removed stays as it is when read again', () => {
  fc.assert(
    fc.property(markdown, (input) => {
      const once = run([input]);
      fc.pre(once.invalidRefs === 0);
      expect(run([once.text]).text).toBe(once.text);
    }),
    { numRuns: 1_000 },
  );
});

const COUNT = 30_000;

test.each<[string, (n: number) => string]>([
  ['digits', (n) => `[${'1'.repeat(n)}`],
  ['opening brackets', (n) => '['.repeat(n)],
  ['nested brackets', (n) => '['.repeat(n) + ']'.repeat(n)],
  ['double brackets', (n) => '[[1] '.repeat(n)],
  ['closing brackets', (n) => ']'.repeat(n)],
  ['backticks', (n) => '`a`` '.repeat(n)],
  ['growing runs of backticks', (n) => Array.from({ length: Math.sqrt(n) }, (_, i) => `${'`'.repeat(i + 1)}a`).join(' [1] ')],
  ['dollars', (n) => '$a '.repeat(n)],
  ['tags', (n) => '<a [1]'.repeat(n)],
  ['link targets', (n) => '[a]([1]'.repeat(n)],
  ['spaces', (n) => `a${' '.repeat(n)}[9]`],
  ['commas', (n) => `[${'1,'.repeat(n)}`],
  ['quote marks', (n) => '>'.repeat(n)],
  ['fences', (n) => '```\n'.repeat(n)],
])('many %s take no time, whole or one by one', (_name, make) => {
  const input = make(COUNT);
  const whole = run([input]);
  expect(run(input.split(''))).toEqual(whole);
}, 3_000);
