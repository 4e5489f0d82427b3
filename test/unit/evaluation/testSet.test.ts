import { expect, test } from 'vitest';
import { parseDocuments, parseJudgements, parseQueries } from '../../../src/evaluation/testSet';

test('documents come with title and path where the set has them', () => {
  const lines = ['{"id": "a", "title": "T", "text": "x", "path": "docs/a.md", "more": 1}', '', '{"id": "b", "text": ""}'];
  expect(parseDocuments(lines.join('\n'), 'corpus.jsonl')).toEqual([
    { id: 'a', title: 'T', text: 'x', path: 'docs/a.md' },
    { id: 'b', title: '', text: '' },
  ]);
});

test('judgements are grouped by query; the head and blank lines say nothing', () => {
  const judgements = parseJudgements('query-id\tcorpus-id\tscore\r\nq1\ta b\t2\nq1\tc\t0\n\nq2\ta b\t1\n', 'qrels.tsv');
  expect(judgements).toEqual(new Map([['q1', new Map([['a b', 2], ['c', 0]])], ['q2', new Map([['a b', 1]])]]));
});

test.each([
  [() => parseQueries('{"id": "a", "text": "x"}\nnot json', 'queries.jsonl'), 'queries.jsonl:2'],
  [() => parseQueries('[]\n{"id": "a"}', 'queries.jsonl'), 'queries.jsonl:1'],
  [() => parseQueries('null', 'queries.jsonl'), 'queries.jsonl:1'],
  [() => parseDocuments('{"id": 7, "text": "x"}', 'corpus.jsonl'), '"id"'],
  [() => parseJudgements('q\tc\ts\nq1\ta\n', 'qrels.tsv'), 'qrels.tsv:2'],
  [() => parseJudgements('q\tc\ts\nq1\ta\tmuch\n', 'qrels.tsv'), 'qrels.tsv:2'],
])('a damaged line is named: %#', (parse, where) => {
  expect(parse).toThrow(where);
});
