import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Postings } from '../../../src/adapters/minisearch/postings';

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'kappa', 'sigma'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '));

const postingsOf = (bodies: readonly string[]) => {
  const postings = new Postings();
  postings.addAll(bodies.map((body, i) => ({ id: `d${i}`, path: '', headings: '', body })));
  return postings;
};

test('over one field, a single term ranks and scores as MiniSearch itself does, also after a removal', () => {
  return fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), fc.constantFrom(...WORDS), fc.nat(), async (bodies, term, pick) => {
      const postings = postingsOf(bodies);
      postings.discard(`d${pick % bodies.length}`);
      await postings.vacuum(); // before it, the two count removed documents differently
      const own = new Map(postings.best([term], 100).map(({ id, score }) => [id, score]));
      const theirs = postings.search(term);
      expect(own.size).toBe(theirs.length);
      for (const { id, score } of theirs) {
        expect(own.get(String(id))).toBeCloseTo(score, 10);
      }
    }),
  );
});

test('a document with both words comes before one that repeats a single one', () => {
  const postings = postingsOf(['alpha alpha alpha alpha gamma', 'alpha beta gamma delta', 'gamma delta', 'kappa']);
  expect(postings.best(['alpha', 'beta'], 5).map((hit) => hit.id)).toEqual(['d1', 'd0']);
});

test('a word of the body outweighs the same word in the path', () => {
  const postings = new Postings();
  postings.addAll([
    { id: 'path', path: 'alpha', headings: '', body: 'beta' },
    { id: 'body', path: 'beta', headings: '', body: 'alpha' },
  ]);
  expect(postings.best(['alpha'], 5).map((hit) => hit.id)).toEqual(['body', 'path']);
});

test('parsed postings are searched like those they were made from', () => {
  const postings = postingsOf(['alpha beta', 'beta gamma', '认证']);
  const parsed = Postings.parse(JSON.stringify(postings));
  expect(parsed.best(['beta', 'gamma'], 5)).toEqual(postings.best(['beta', 'gamma'], 5));
  parsed.add({ id: 'd9', path: '', headings: '', body: 'gamma' });
  expect(parsed.frequency('gamma')).toBe(2);
});
