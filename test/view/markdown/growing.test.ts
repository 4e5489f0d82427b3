import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTHING_CLOSED, renderGrowing, renderWhole } from '../../../webview-ui/markdown/answerBlocks';
import type { AnswerEnv } from '../../../webview-ui/markdown/citations';
import { settle } from '../../../webview-ui/markdown/settle';
import { RICH_ANSWER } from '../support/scenes';

const ENV: AnswerEnv = {
  marks: new Map([1, 2, 3].map((n) => [n, { label: `Citation ${n}`, doubt: n === 2 }])),
  copyLabel: 'Copy',
  plainTextLabel: 'text',
};

/** What is shown after each of the given pieces. */
function grow(pieces: readonly string[]): string[][] {
  let closed = NOTHING_CLOSED;
  return pieces.map((_piece, index) => {
    const grown = renderGrowing(pieces.slice(0, index + 1).join(''), closed, ENV);
    closed = grown.closed;
    return grown.html;
  });
}

/** A document of blocks that are easily mistaken for one another while they are half there. */
const documents = fc.array(
  fc.constantFrom(
    'A paragraph with **bold**, *soft* and `code` [1].', '- one\n- two\n\n  more of two', '1. first\n2. second', '## Heading [2]',
    '```ts\nconst a = 1;\n\n\nconst b = 2;\n```', '~~~\n# no heading\n~~~', '| a | b |\n| --- | --: |\n| 1 | [3] |', '> quoted\n> twice', '---', 'Setext\n===',
    '    indented code', '$$\na[1] = b\n$$', 'See [the guide](https://example.com/a_b).', '中文**粗体**段落[1]。',
  ),
  { minLength: 1, maxLength: 8 },
).map((blocks) => blocks.join('\n\n'));

test('an answer that came in pieces looks, once whole, as if it had come at once', () => {
  fc.assert(fc.property(documents, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 }), (document, sizes) => {
    const pieces: string[] = [];
    for (let at = 0, turn = 0; at < document.length; turn += 1) {
      const size = sizes[turn % sizes.length]!;
      pieces.push(document.slice(at, at + size));
      at += size;
    }
    // The line feed says that the last line is complete, so that nothing of it is held back.
    expect(grow([...pieces, '\n']).at(-1)).toEqual(renderWhole(`${document}\n`, ENV));
  }));
});

test('blocks that are closed are never rendered again', () => {
  const shown = grow(Array.from(RICH_ANSWER));
  for (const [index, html] of shown.entries()) {
    const before = shown[index - 1] ?? [];
    // All but the last two: the last was open, and the one before is closed by the first whole line of the next.
    expect(html.slice(0, Math.max(0, before.length - 2))).toEqual(before.slice(0, Math.max(0, before.length - 2)));
  }
});

test('no moment of a streamed answer shows the signs of its formatting', () => {
  const answer = RICH_ANSWER.replaceAll('|', '¦');
  for (const html of grow(Array.from(answer))) {
    const text = html.join('\n').replace(/<pre.*?<\/pre>/gs, '').replace(/<[^>]*>/g, '');
    expect(text).not.toMatch(/\*\*|`|\]\(|^#|\[\d*$/m);
  }
});

test('the row that announces a table is not shown before the table is sure', () => {
  const shown = grow(Array.from('Options:\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n'));
  for (const html of shown) {
    expect(html.join('').replace(/<[^>]*>/g, '')).not.toContain('|');
  }
  expect(shown.at(-1)!.join('')).toContain('<td data-label="a">1</td>');
});

describe('the end of a growing text is shown as it will be', () => {
  test.each([
    ['**bold', '**bold**'],
    ['**bold ', '**bold**'],
    ['some **', 'some'],
    ['**bold*', '**bold**'],
    ['*soft and **both', '*soft and **both***'],
    ['use `npm ci', 'use `npm ci`'],
    ['a `', 'a '],
    ['2 * 3 = 6', '2 * 3 = 6'],
    ['* item', '* item'],
    ['a \\*star', 'a \\*star'],
    ['see [1', 'see '],
    ['see [', 'see '],
    ['see [the gui', 'see the gui'],
    ['see [the guide](https://exa', 'see the guide'],
    ['![alt](https://exa', 'alt'],
    ['text\n``', 'text'],
    ['Intro:\n-', 'Intro:'],
    ['done [1]', 'done [1]'],
    ['```ts\nconst a = "**', '```ts\nconst a = "**'],
    ['first **open\n\nsecond', 'first **open\n\nsecond'],
  ])('%j', (growing, shown) => {
    expect(settle(growing)).toBe(shown);
  });
});
