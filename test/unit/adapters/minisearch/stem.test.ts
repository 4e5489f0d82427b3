import { expect, test } from 'vitest';
import { stem } from '../../../../src/adapters/minisearch/stem';

test.each([
  'parse parses parsed parsing',
  'query queries queried querying',
  'class classes',
  'match matches matched matching',
  'cache caches cached caching',
  'run runs running',
  'map maps mapped mapping',
  'call calls called calling',
  'embed embeds embedded embedding embeddings',
  'index indexes indexed indexing',
  'setting settings',
  'api apis',
])('the forms of one word meet: %s', (forms) => {
  expect(new Set(forms.split(' ').map(stem)).size).toBe(1);
});

test.each(['need needle', 'string stress', 'universe university', 'status stat', 'analysis analyst', 'thing thin', 'bring bred'])(
  'different words stay apart: %s',
  (words) => {
    expect(new Set(words.split(' ').map(stem)).size).toBe(2);
  },
);
