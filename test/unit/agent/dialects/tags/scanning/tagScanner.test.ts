import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TAGS, writeTag } from '../../../../../../src/agent/dialects/tags/scanning/tags';
import type { TagPart } from '../../../../../../src/agent/dialects/tags/scanning/tagScanner';
import { TagScanner } from '../../../../../../src/agent/dialects/tags/scanning/tagScanner';

type End = 'whole' | 'cut';

/** Text as it is, tags as `{SEARCH}`, whatever the pieces. */
function scan(pieces: readonly string[], end: End = 'whole', scanner = new TagScanner()): string {
  const parts = [...pieces.flatMap((piece) => scanner.push(piece)), ...scanner.end(end)];
  return parts.map((part) => ('tag' in part ? `{${part.tag}}` : part.text)).join('');
}

/** The same however the input is cut. */
function check(input: string, expected: string, end: End = 'whole') {
  expect(scan([input], end)).toBe(expected);
  expect(scan(input.split(''), end)).toBe(expected);
}

describe('a tag is found', () => {
  test.each([
    ['The limit is <|SEARCH|>', 'The limit is {SEARCH}'],
    ['<|REFLECT|>', '{REFLECT}'],
    ['a<|CONTINUE|>b<|END|>', 'a{CONTINUE}b{END}'],
    ['上限是<|SEARCH|>', '上限是{SEARCH}'],
    ['a <|search|> b <|Search|>', 'a {SEARCH} b {SEARCH}'],
    ['上限是＜｜SEARCH｜＞', '上限是{SEARCH}'],
    ['<｜ＥＮＤ｜>', '{END}'],
    ['<<|SEARCH|>', '<{SEARCH}'],
    ['<|<|SEARCH|>', '<|{SEARCH}'],
    ['<|SEA<|SEARCH|>', '<|SEA{SEARCH}'],
    ['`npm run` <|SEARCH|>', '`npm run` {SEARCH}'],
    ['\\`a <|SEARCH|> b\\`', '\\`a {SEARCH} b\\`'],
    ['line\r\n<|END|>\r\n', 'line\r\n{END}\r\n'],
    ['```\ncode\n```\n<|END|>', '```\ncode\n```\n{END}'],
    ['😀<|END|>😀', '😀{END}😀'],
  ])('%j', (input, expected) => {
    check(input, expected);
  });
});

describe('what only looks like a tag is text', () => {
  test.each([
    '<|SEARCHING|>',
    '<| SEARCH |>',
    '<|SEARCH |>',
    '<|SEARCH>',
    '<SEARCH>',
    '<|',
    'a < b | c > d',
    'xs |> map <| f',
    '<|im_start|>',
    '|SEARCH|>',
    '<||SEARCH||>',
    '`<|SEARCH|>` asks for a search',
    '写 `<|SEARCH|>` 来检索',
    'The tag `a <|SEARCH|> b` and ``<|END|> ` ``.',
    '```\n<|SEARCH|>\n```\nends',
    '~~~ text <|END|>\n<|SEARCH|>\n~~~\nends',
    '- item\n  ```js\n  f("<|END|>");\n  ```\n',
    '> ```\n> <|END|>\n> ```\n',
    '````\n```\n<|END|>\n```\n````\n',
    '```\n<|SEARCH|> and more',
    '```text <|SEARCH|>\ncode\n```',
  ])('%j', (input) => {
    check(input, input);
  });
});

describe('code that nothing closes hides no tag', () => {
  test.each([
    ['The default is `<|SEARCH|>', 'The default is `{SEARCH}'],
    ['The default is `x <|SEARCH|> y\nnext `line`', 'The default is `x {SEARCH} y\nnext `line`'],
    ['```\ncode\n<|END|>', '```\ncode\n{END}'],
    ['```\ncode\n<|END|>\n \n', '```\ncode\n{END}\n \n'],
    ['```\ncode\n```<|END|>', '```\ncode\n```{END}'],
    ['~~~\ncode\n~~~ <|CONTINUE|>more', '~~~\ncode\n~~~ {CONTINUE}\nmore'],
  ])('%j', (input, expected) => {
    check(input, expected);
  });
});

describe('half a tag at the end of the response', () => {
  test.each<[string, End, string]>([
    ['a <', 'whole', 'a <'],
    ['a <|SEA', 'whole', 'a <|SEA'],
    ['a <|SEARCH|', 'whole', 'a <|SEARCH|'],
    ['a ＜｜ＳＥＡ', 'whole', 'a ＜｜ＳＥＡ'],
    ['a <|SEA', 'cut', 'a '],
    ['a <', 'cut', 'a '],
  ])('%j, %s: %j', (input, end, expected) => {
    check(input, expected, end);
  });

  test.each(TAGS)('a server that heeds the stop text of %s leaves a head that tells which it was', (tag) => {
    const head = writeTag(tag).slice(0, 3);
    check(`a ${head}`, `a {${tag}}`);
    check(`a \`b ${head}`, `a \`b {${tag}}`);
    check(`\`\`\`\ncode ${head}`, `\`\`\`\ncode {${tag}}`);
    check(`a ${head}`, 'a ', 'cut');
  });
});

test('what stands on both sides of a tag never becomes a tag or a fence', () => {
  check('<|SEA<|CONTINUE|>RCH|>', '<|SEA{CONTINUE} RCH|>');
  check('`x`<|CONTINUE|>``y <|SEARCH|> ``', '`x`{CONTINUE} ``y <|SEARCH|> ``');
});

test('a response that goes on with another one knows what code is open', () => {
  const goOn = (shown: string, next: string) => scan([next], 'whole', TagScanner.after(shown));
  expect(goOn('```\ncode ', '<|SEARCH|>\n```\n<|END|>')).toBe('<|SEARCH|>\n```\n{END}');
  expect(goOn('a `b ', '<|SEARCH|>` c')).toBe('<|SEARCH|>` c');
  expect(goOn('a `b', 'c <|END|>')).toBe('c {END}');
  expect(goOn('``', '`\n<|END|>\n```')).toBe('`\n<|END|>\n```');
  expect(goOn('```\ncode\n```', 'More.')).toBe('\nMore.');
  expect(goOn('a <|SEA', 'RCH|>')).toBe(' RCH|>');
});

test('what closes open code', () => {
  const closing = (text: string) => {
    const scanner = new TagScanner();
    scanner.push(text);
    scanner.end('cut');
    return scanner.closing;
  };
  expect(['a', 'a `b', 'a ``b`', '```js\ncode', '```js\ncode\n', '```', '~~~~\n', '```\na\n```\n'].map(closing)).toEqual([
    '', '`', '``', '\n```', '```', '```', '~~~~', '',
  ]);
});

const fragment = fc.oneof(
  fc.constantFrom(...TAGS.map(writeTag)),
  fc.constantFrom('<', '|', '>', '<|', '|>', 'SEARCH', '<|SEA', 'RCH|>', '`', '``', '```', '~~~', '\n', '\r\n', ' ', 'a', '😀', '\ud83d', '- ', '> ', '\\', '<|end|>', '＜｜ＥＮＤ｜＞'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const text = fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(''));
const pieces = fc.array(fc.oneof(text, fragment), { maxLength: 12 });
const bare = (written: string) => written.replace(/\s/g, '');
const shownOf = (parts: readonly TagPart[]) => parts.map((part) => ('tag' in part ? '' : part.text)).join('');

test('any split of any text gives what the whole gives', () => {
  fc.assert(fc.property(pieces, fc.constantFrom<End>('whole', 'cut'), (split, end) => {
    expect(scan(split, end)).toBe(scan([split.join('')], end));
  }), { numRuns: 1_000 });
});

test.each(['<|', 'x<|', '𐀀𐀀<|', '😀😀😀😀😀😀😀<|'])('what a response begins with makes no tag of how the one before it ended: %j', (before) => {
  expect(TagScanner.after(before).push('SEARCH|>.')).toEqual([{ text: ' SEARCH|>.' }]);
});

test('nothing is lost, and nothing added but white space beside a tag', () => {
  fc.assert(fc.property(text, (input) => {
    const scanner = new TagScanner();
    const parts = [...scanner.push(input.replace(/[＜｜＞ＥＮＤ]/g, '').replace(/end/gi, '')), ...scanner.push('.'), ...scanner.end('whole')];
    const written = parts.map((part) => ('tag' in part ? writeTag(part.tag) : part.text)).join('');
    expect(bare(written)).toBe(bare(`${input.replace(/[＜｜＞ＥＮＤ]/g, '').replace(/end/gi, '')}.`));
  }), { numRuns: 1_000 });
});

test('what is shown holds no tag, over as many responses as there may be', () => {
  fc.assert(fc.property(pieces, (responses) => {
    let shown = '';
    for (const response of responses) {
      const scanner = TagScanner.after(shown);
      shown += shownOf([...scanner.push(response), ...scanner.end('cut')]);
    }
    expect(scan([`${shown}.`])).not.toMatch(/\{(?:SEARCH|REFLECT|CONTINUE|END)\}/);
  }), { numRuns: 1_000 });
});

test('what is shown is a beginning of what will be', () => {
  fc.assert(fc.property(text, text, (first, second) => {
    const scanner = new TagScanner();
    const before = shownOf(scanner.push(first));
    expect(before + shownOf([...scanner.push(second), ...scanner.end('whole')])).toBe(shownOf(wholeOf(first + second)));
  }));
});

function wholeOf(input: string): TagPart[] {
  const scanner = new TagScanner();
  return [...scanner.push(input), ...scanner.end('whole')];
}

test.each(['`', '<|SEARCH|>', '`<|SEARCH|>', '<', '<|SEARCH', '```\n', '``<|END|>`', '\\`', ' ', '\n', '<|END|>`` '])('time is linear on repeated %j', (unit) => {
  // Where it were not, this would run into the time-out of a test.
  const input = unit.repeat(800_000 / unit.length);
  expect(scan(input.match(/[^]{1,7}/g) ?? [])).toEqual(scan([input]));
});
