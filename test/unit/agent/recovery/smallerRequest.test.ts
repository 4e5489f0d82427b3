import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallerRequest } from '../../../../src/agent/recovery/smallerRequest';
import { estimateTokens } from '../../../../src/chunking/estimateTokens';
import type { ChatRequest } from '../../../../src/model/ports';

const QUESTION = 'How is the index kept? 索引如何保存？';

function make(history: readonly string[], evidence: readonly string[]): ChatRequest {
  return smallerRequest({
    history,
    evidence,
    build: (kept) => ({
      messages: [
        { role: 'system', content: 'Rules.' },
        ...kept.history.map(({ text }) => ({ role: 'user' as const, content: text })),
        { role: 'user', content: [...kept.evidence.map(({ index, text }) => `<${index + 1}>${text}</${index + 1}>`), QUESTION].join('\n') },
      ],
      temperature: 0.2,
    }),
  });
}

/** A request and all that it can be made into. */
function series(first: ChatRequest): ChatRequest[] {
  const all = [first];
  for (let next = first.smaller?.(); next !== undefined; next = next.smaller?.()) {
    all.push(next);
  }
  return all;
}

function words(request: ChatRequest): string {
  return request.messages.map(({ content }) => content).join(' | ');
}

function check(history: readonly string[], evidence: readonly string[], expected: readonly string[]): void {
  expect(series(make(history, evidence)).map(words)).toEqual(expected.map((middle) => `Rules. | ${middle}${QUESTION}`));
}

test('the oldest history goes first, then the weakest evidence; the best three stay', () => {
  check(['old old', 'new new'], ['best', 'good', 'fair', 'weak', 'poor'], [
    'old old | new new | <1>best</1>\n<2>good</2>\n<3>fair</3>\n<4>weak</4>\n<5>poor</5>\n',
    '<1>best</1>\n<2>good</2>\n<3>fair</3>\n<4>weak</4>\n<5>poor</5>\n',
    '<1>best</1>\n<2>good</2>\n<3>fair</3>\n',
  ]);
});

test('what is long is halved at the end of a line, and says so', () => {
  const lines = Array.from({ length: 20 }, (_unused, at) => `line ${at} says this`);
  const [, next] = series(make([], [lines.join('\n'), 'short']));
  const kept = words(next!).split('\n').filter((line) => /line \d+ says this/.test(line));
  expect(kept.length).toBeGreaterThan(6);
  expect(kept.length).toBeLessThan(11);
  expect(words(next!)).toContain(`${kept.at(-1)!}\n…</1>\n<2>short</2>`);
});

test('a single line of Chinese is halved, too', () => {
  const [, next] = series(make([], ['清单最后保存，并指明与其配套的倒排表。'.repeat(20)]));
  expect(words(next!)).toMatch(/<1>清单最后保存.{150,220}\n…<\/1>/);
});

test('a request of nothing but rules and a question cannot be made smaller', () => {
  expect(series(make([], []))).toHaveLength(1);
  expect(series(make([], ['short', '短']))).toHaveLength(1);
});

test('five cuts leave an eighth of what can be left out, as long as passages are of ordinary size', () => {
  const passage = 'The manifest is saved last and names the postings that belong to it.\n'.repeat(20);
  const all = series(make(Array.from({ length: 4 }, () => passage), Array.from({ length: 10 }, () => passage)));
  const sizes = all.map((request) => estimateTokens(words(request)));
  expect(sizes[5]! / sizes[0]!).toBeLessThan(0.14);
});

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 400 }), fc.lorem({ maxCount: 120 }));

test('every request of a series is smaller, keeps rules and question, and there is an end', () => {
  fc.assert(fc.property(fc.array(text, { maxLength: 8 }), fc.array(text, { maxLength: 8 }), (history, evidence) => {
    const all = series(make(history, evidence));
    expect(all.length).toBeLessThan(40);
    const sizes = all.map((request) => words(request).length);
    sizes.slice(1).forEach((size, at) => { expect(size).toBeLessThan(sizes[at]!); });
    all.forEach((request) => {
      expect(request.messages[0]).toEqual({ role: 'system', content: 'Rules.' });
      expect(request.messages.at(-1)?.content.endsWith(QUESTION)).toBe(true);
      expect(request.temperature).toBe(0.2);
      expect(words(request).isWellFormed()).toBe(true);
    });
  }));
});
