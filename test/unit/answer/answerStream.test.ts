import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerStream } from '../../../src/answer/answerStream';

interface Case {
  /** What the model wrote. */
  readonly from: string;
  readonly to: string;
  /** What the sources say. */
  readonly source?: string;
}

function read(pieces: readonly string[], source = ''): string {
  const stream = new AnswerStream({ known: (n) => n <= 3, texts: () => [source], nonce: 'f00d' });
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end();
}

test.each<Case>([
  { from: 'A token [1] lives.', to: 'A token [1] lives.' },
  { from: '\n\n  A token lives [9].', to: 'A token lives.' },
  { from: ' \n', to: '' },
  { from: '<think>Let me see [1].</think>\nNinety days [1].', to: 'Ninety days [1].' },
  { from: '令牌有效期为<|SEARCH|>90 天 [1]。<|END|>', to: '令牌有效期为 90 天 [1]。' },
  { from: 'Ninety days [1].\n\n<tool_call>\n{"name": "searchDocs", "arguments": {"query": "x"}}\n</tool_call>\nSo much.', to: 'Ninety days [1].\n\n\nSo much.' },
  { from: 'One. <ACTION>searchDocs {}</Action> Two.', to: 'One.  Two.' },
  { from: 'One.\n<action>searchDocs {"query": "y"}\n \nTwo [2].', to: 'One.\n\n\nTwo [2].' },
  { from: 'One. <observation>made up', to: 'One.' },
  { from: 'One.</action> Two.', to: 'One. Two.' },
  { from: 'One [<|END|>9].', to: 'One.' },
  { from: 'It is <<|END|>|END|>.', to: 'It is < |END|>.' },
  { from: 'Write `<|SEARCH|>` or\n\n```\n<action>x {}</action>\n```\n', to: 'Write `<|SEARCH|>` or\n\n```\n<action>x {}</action>\n```\n' },
  { from: 'Form: <action> sends it.', to: 'Form: <action> sends it.', source: 'An `<Action>` element sends a form.' },
  { from: 'See <source-f00d n="1" path="a b.md" lines="1-2" section="Tokens   Use">\nNinety days [1].\n</source-f00d>\nSo much.', to: 'See \nNinety days [1].\n\nSo much.' },
  { from: '见 <source-f00d n="1" path="令牌.md" lines="1-2">`九十天`[1]。</source-f00d>', to: '见 `九十天`[1]。' },
  { from: '<result-f00d>42</result-f00d> <conversation-f00d>', to: '42' },
  { from: 'A <source-beef n="1"> b </source-> <source-f00', to: 'A <source-beef n="1"> b </source-> <source-f00' },
  { from: 'A <source-f00dy> <source-f00d n="1" <b>', to: 'A <source-f00dy> <source-f00d n="1" <b>' },
  { from: 'It is <actions>, a < b, <b>bold</b>.', to: 'It is <actions>, a < b, <b>bold</b>.' },
])('$from', ({ from, to, source }) => {
  expect(read([from], source).trimEnd()).toBe(to.trimEnd());
  expect(read(Array.from(from), source)).toBe(read([from], source));
});

const PIECE = fc.constantFrom('<', 'think>', '<think>', '</think>', '<|END|>', '<|', 'END|>', '<action>', '<source-f00d', 'source-f00d>', ' n="1">', '</source-f00d>', '`', '```\n', '\n', '\n\n', ' ', 'a', '[1]', '天');

test('an answer does not depend on how it arrives, and taking something out makes nothing of the kind', () => {
  fc.assert(fc.property(fc.array(PIECE, { maxLength: 30 }), (pieces) => {
    const whole = read([pieces.join('')]);
    expect(read(pieces)).toBe(whole);
    expect(read(Array.from(pieces.join('')))).toBe(whole);
    const prose = whole.replaceAll('`', '');
    expect(whole.includes('`') ? '' : prose).not.toMatch(/<\/?(?:think|action)>|<\|END\|>/);
  }), { numRuns: 1_000 });
});
