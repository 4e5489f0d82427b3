import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../../src/chunking/estimateTokens';
import { finalizeEvidence } from '../../../src/evidence/finalize';
import type { Passage } from '../../../src/model/passage';
import { lineStarts, spanOf } from '../../../src/util/lines';

const FILE = '# Cache\n\nOne line of cache.\n\n\nTwo lines of cache.\nThree lines of cache.\n\n# Other\n\nA cache again.\n';

/** The passage of `FILE` that begins and ends with these words. */
function passage(first: string, last = first, extra: Partial<Passage> = {}): Passage {
  const start = FILE.indexOf(first);
  const end = FILE.indexOf(last) + last.length;
  const text = FILE.slice(start, end);
  return { path: 'a.md', kind: 'section', headings: ['Cache'], span: spanOf(lineStarts(FILE), start, end), text, key: text, score: 0.5, ranks: {}, ...extra };
}

function check(passages: readonly Passage[], expected: readonly string[], options: Partial<Parameters<typeof finalizeEvidence>[1]> = {}) {
  const evidence = finalizeEvidence(passages, { question: 'cache', readText: () => FILE, ...options }).passages;
  expect(evidence.map(({ span, path }) => `${path}:${span.startLine}-${span.endLine}`)).toEqual(expected);
  return evidence;
}

const one = passage('One line of cache.');
const two = passage('Two lines of cache.');
const three = passage('Three lines of cache.');
const other = passage('A cache again.', undefined, { headings: ['Other'] });

test('the best comes first', () => {
  check([one, { ...other, score: 0.9 }], ['a.md:11-11', 'a.md:3-3']);
});

test('equal content is kept once, with its best score', () => {
  const [kept] = check([{ ...one, path: 'b.md' }, { ...one, score: 0.7 }], ['a.md:3-3']);
  expect(kept?.score).toBe(0.7);
});

test('neighbours of a section merge, over blank lines too, into exactly the text of the file', () => {
  const [merged] = check([three, { ...one, score: 0.9, ranks: { keyword: 4 } }, { ...two, similarity: 0.4, ranks: { keyword: 2 } }], ['a.md:3-7']);
  expect(merged?.text).toBe('One line of cache.\n\n\nTwo lines of cache.\nThree lines of cache.');
  expect([merged?.score, merged?.similarity, merged?.ranks]).toEqual([0.9, 0.4, { keyword: 2 }]);
});

test('neighbours of different sections stay apart', () => {
  check([three, other], ['a.md:7-7', 'a.md:11-11']);
});

test('overlapping passages merge, also across sections, under the headings that they share', () => {
  const whole = passage('Three lines', 'A cache', { headings: ['Cache', 'Deep'] });
  const [merged] = check([whole, three], ['a.md:7-11']);
  expect(merged?.headings).toEqual(['Cache']);
});

test('nothing is merged without the file, or with one that says something else', () => {
  check([two, three], ['a.md:6-6', 'a.md:7-7'], { readText: () => undefined });
  check([two, three], ['a.md:6-6', 'a.md:7-7'], { readText: () => `x${FILE}` });
});

/** A passage of its own file: `before` sentences about a lake, one about the cache, and 30 more about the lake. */
function long(path: string, before: number, extra: Partial<Passage> = {}): Passage {
  const text = [...Array.from({ length: before }, (_, at) => `The lake ${at} is deep.`), 'The cache is cold.', ...Array.from({ length: 30 }, () => 'A lake again.')].join('\n');
  return { ...one, path, key: path, text, span: spanOf(lineStarts(text), 0, text.length), ...extra };
}

test('what does not fit is cut to the lines that answer', () => {
  const [cut] = check([long('long.md', 30)], ['long.md:22-31'], { maxTokens: 60, readText: () => undefined });
  expect(cut?.text).toMatch(/^The lake 21 is deep\.\n[^]*The cache is cold\.$/u);
});

test('a passage is left out rather than cut to a few words, and smaller ones fill the budget', () => {
  check([long('full.md', 0, { score: 0.9 }), { ...other, score: 0.8 }, long('more.md', 30)], ['full.md:1-31', 'a.md:11-11'], { maxTokens: 140, readText: () => undefined });
});

test('a sentence longer than the whole budget is there alone', () => {
  const text = 'cache_'.repeat(100);
  check([{ ...one, path: 'x.ts', kind: 'code', text, score: 0.9 }], ['x.ts:3-3'], { maxTokens: 50, readText: () => undefined });
  check([{ ...one, path: 'x.ts', kind: 'code', text, score: 0.9 }, other], ['a.md:11-11'], { maxTokens: 50, readText: () => undefined });
});

test('what a reranker judged comes before what it did not, whatever the fused scores', () => {
  check([{ ...other, score: 0.9 }, { ...one, score: 0.2, relevance: 0.3 }, { ...three, score: 0.1, relevance: 0.9 }], ['a.md:7-7', 'a.md:3-3', 'a.md:11-11'], { readText: () => undefined });
});

test('of equal content, the file is kept before the page', () => {
  const page = { ...one, path: 'https://x/', origin: { kind: 'web', url: 'https://x/', retrievedAt: '' } as const, score: 1 };
  check([page, one], ['a.md:3-3']);
});

test('a page or a note is never merged with a file that is called like it', () => {
  const note = { ...three, origin: { kind: 'memory', noteId: '1' } as const };
  expect(check([two, note], ['a.md:6-6', 'a.md:7-7'])).toHaveLength(2);
});

test('pieces of one long line merge with their columns', () => {
  const file = `${'cache '.repeat(20)}\nend`;
  const piece = (start: number, end: number): Passage => ({
    ...one, key: `${start}`, text: file.slice(start, end), span: spanOf(lineStarts(file), start, end), columns: { start: start + 1, end: end + 1 },
  });
  const [merged] = check([piece(6, 30), piece(30, 60)], ['a.md:1-1'], { readText: () => file });
  expect(merged?.columns).toEqual({ start: 7, end: 61 });
  expect(check([piece(0, 30), piece(30, 120)], ['a.md:1-1'], { readText: () => file })[0]).not.toHaveProperty('columns');
});

test('the sources are counted, and only nothing at all needs a fallback', () => {
  const passages: Passage[] = [
    one, { ...other, path: 'a.ts', kind: 'code' }, { ...three, path: 'https://x/', origin: { kind: 'web', url: 'https://x/', retrievedAt: '' } },
    { ...two, path: 'note', origin: { kind: 'memory', noteId: '1' } },
  ];
  expect(finalizeEvidence(passages, { question: 'cache' })).toMatchObject({ counts: { docs: 1, code: 1, web: 1, memory: 1 }, needsFallback: false });
  expect(finalizeEvidence([{ ...one, relevance: 0.01 }], { question: 'cache' })).toMatchObject({ grade: 'LOW', needsFallback: false });
  expect(finalizeEvidence([{ ...one, relevance: 0.01 }], { question: 'moon' })).toEqual({
    passages: [], grade: 'LOW', counts: { docs: 0, code: 0, web: 0, memory: 0 }, needsFallback: true,
  });
});

test('whoever found the passages may go on changing them', () => {
  const found = structuredClone(one) as { headings: string[] } & Passage;
  const { passages: [kept] } = finalizeEvidence([found], { question: 'cache' });
  found.headings.push('Changed');
  expect(kept?.headings).toEqual(['Cache']);
});

test('evidence is within its budget, unless one passage alone is more', () => {
  const passages = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0.01, max: 1, noNaN: true }), fc.option(fc.double({ min: 0, max: 1, noNaN: true }))), { maxLength: 12 });
  fc.assert(
    fc.property(passages, fc.integer({ min: 1, max: 800 }), (made, maxTokens) => {
      const found = made.map(([before, score, relevance], at) => long(`${at}.md`, before, { score, ...(relevance === null ? {} : { relevance }) }));
      const { passages: evidence } = finalizeEvidence(found, { question: 'cold cache', maxTokens });
      const tokens = evidence.reduce((sum, { text }) => sum + estimateTokens(text), 0);
      expect(tokens <= maxTokens || evidence.length === 1).toBe(true);
      expect(evidence.length > 0).toBe(made.length > 0);
      expect(new Set(evidence.map(({ path }) => path)).size).toBe(evidence.length);
      for (const { path, span, text } of evidence) {
        expect(found.find((passage) => passage.path === path)?.text.slice(span.start, span.end)).toBe(text);
      }
    }),
  );
});

test('at most eight passages are kept', () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ ...one, path: `${at}.md`, key: `${at}` }));
  expect(finalizeEvidence(many, { question: 'cache' }).passages).toHaveLength(8);
});

test('a nearest vector without any word of the question is noise; a near one or a found word is not', () => {
  check([{ ...one, similarity: 0.1 }], [], { question: 'moon' });
  check([{ ...one, similarity: 0.5 }], ['a.md:3-3'], { question: 'moon' });
  check([{ ...one, similarity: 0.1 }], ['a.md:3-3'], { question: 'cache' });
  check([one], ['a.md:3-3'], { question: 'cahce' });
  check([], []);
});

test('whatever is merged, each passage is the text of its span, and the input is left as it was', () => {
  const cut = fc.tuple(fc.nat(FILE.length - 1), fc.integer({ min: 1, max: 40 }), fc.constantFrom('Cache', 'Other'));
  fc.assert(
    fc.property(fc.array(cut, { maxLength: 8 }), (cuts) => {
      const passages = cuts.map(([start, length, heading]) => {
        const end = Math.min(FILE.length, start + length);
        const text = FILE.slice(start, end);
        return { ...one, headings: [heading], span: spanOf(lineStarts(FILE), start, end), text, key: `${start}-${end}-${heading}` };
      });
      const before = structuredClone(passages);
      const { passages: evidence } = finalizeEvidence(passages, { question: 'cache', readText: () => FILE, maxPassages: 100 });
      expect(passages).toEqual(before);
      for (const { span, text } of evidence) {
        expect(FILE.slice(span.start, span.end)).toBe(text);
        expect(spanOf(lineStarts(FILE), span.start, span.end)).toEqual(span);
      }
      const ordered = evidence.map(({ span }) => span).sort((a, b) => a.start - b.start);
      ordered.slice(1).forEach((span, at) => {
        expect(span.start).toBeGreaterThanOrEqual(ordered[at]?.end ?? 0);
      });
    }),
  );
});
