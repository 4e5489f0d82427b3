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
  const stream = new AnswerStream({ known: (n) => n <= 3, texts: () => [source] });
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
  { from: 'It is <actions>, a < b, <b>bold</b>.', to: 'It is <actions>, a < b, <b>bold</b>.' },
])('$from', ({ from, to, source }) => {
  expect(read([from], source).trimEnd()).toBe(to.trimEnd());
  expect(read(Array.from(from), source)).toBe(read([from], source));
});

const PIECE = fc.constantFrom('<', 'think>', '<think>', '</think>', '<|END|>', '<|', 'END|>', '<action>', '`', '```\n', '\n', '\n\n', ' ', 'a', '[1]', '天');

test('an answer does not depend on how it arrives, and taking something out makes nothing of the kind', () => {
  fc.assert(fc.property(fc.array(PIECE, { maxLength: 30 }), (pieces) => {
    const whole = read([pieces.join('')]);
    expect(read(pieces)).toBe(whole);
    expect(read(Array.from(pieces.join('')))).toBe(whole);
    const prose = whole.replaceAll('`', '');
    expect(whole.includes('`') ? '' : prose).not.toMatch(/<\/?(?:think|action)>|<\|END\|>/);
  }), { numRuns: 1_000 });
});
