import { expect, test } from 'vitest';
import { findCited } from '../../../src/answer/findCited';
import type { Passage } from '../../../src/model/passage';

const PIECE = '第二句说租约 90 秒后到期。';
const LINE = `第一句很短。${PIECE}第三句也很短。`;

function passage(columns?: Passage['columns']): Passage {
  return {
    path: 'a.md', kind: 'text', headings: [], span: { start: 8, end: 8 + PIECE.length, startLine: 2, endLine: 2 }, text: PIECE, key: 'k', score: 1, ranks: {},
    ...(columns === undefined ? {} : { columns }),
  };
}

const find = (cited: Passage, text: string) => findCited(cited, 'a.md', { readText: async () => text, whereIs: async () => [] });

test.each([
  { where: 'where it was', text: `#\n${LINE}\n`, check: 'verified', startLine: 2, columns: { start: 7, end: 7 + PIECE.length } },
  { where: 'further on in its line', text: `#\n新的一句。${LINE}\n`, check: 'verified', startLine: 2, columns: { start: 12, end: 12 + PIECE.length } },
  { where: 'in another line', text: `#\r\n\r\n${LINE}\r\n`, check: 'moved', startLine: 3, columns: { start: 7, end: 7 + PIECE.length } },
])('a part of a line is found with its columns $where', async ({ text, check, startLine, columns }) => {
  const found = await find(passage({ start: 7, end: 7 + PIECE.length }), text);
  expect(found).toMatchObject({ check, span: { startLine }, columns });
  expect(text.split(/\r?\n/)[startLine - 1]?.slice(columns.start - 1, columns.end - 1)).toBe(PIECE);
});

test('what is not found, and what is whole lines, has no columns', async () => {
  expect(await find(passage({ start: 7, end: 20 }), '#\n别的。\n')).not.toHaveProperty('columns');
  expect(await find(passage(), `#\n${PIECE}  \n`)).not.toHaveProperty('columns');
});
