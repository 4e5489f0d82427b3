import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QuestionContext } from '../../../src/model/conversation';
import { NO_CONTEXT } from '../../../src/model/conversation';
import type { QueryProfile } from '../../../src/model/profile';
import { INTENTS } from '../../../src/model/profile';
import { findPaths } from '../../../src/retrieval/findPaths';
import { understand } from '../../../src/understanding/understand';
import { createScriptedModel } from '../../support/scriptedModel';

const FILES = ['README.md', 'docs/guide.md', 'src/agent/loop.ts'];
const PLACES = [...FILES, 'docs', 'src', 'src/agent'];
const library = { findPaths: async (name: string, limit: number) => findPaths(name, FILES, limit) };

async function read(question: string, reply: string | undefined, context: QuestionContext): Promise<QueryProfile> {
  const model = reply === undefined ? undefined : createScriptedModel([[reply]]);
  const { profile } = await understand(question, context, { model, library, conversation: '', nonce: 'k3x9' }, new AbortController().signal);
  return profile;
}

function expectValid(profile: QueryProfile) {
  expect(INTENTS).toContain(profile.intent);
  expect(['SIMPLE', 'MEDIUM', 'COMPLEX']).toContain(profile.complexity);
  expect(['en', 'zh']).toContain(profile.language);
  expect(profile.confidence).toBeGreaterThanOrEqual(0);
  expect(profile.confidence).toBeLessThanOrEqual(1);
  expect(profile.standaloneQuestion.length).toBeLessThanOrEqual(21_000);
  expect(profile.focuses.length).not.toBe(1);
  expect(profile.focuses.length).toBeLessThanOrEqual(6);
  expect(profile.codeSymbols.length).toBeLessThanOrEqual(8);
  for (const text of [...profile.focuses, ...profile.codeSymbols]) {
    expect(text.length).toBeLessThanOrEqual(80);
    expect(text.trim()).not.toBe('');
  }
  for (const path of profile.scope.paths ?? []) {
    expect(PLACES).toContain(path);
  }
}

const WORDS = [
  'Redis', 'vs', 'and', 'both', 'compare', 'the difference between', 'how do I', 'it', '?', '？', '`x`', '"', '1)', '2)', '\n', 'in docs/', '@docs/guide.md', '/summarize', '和', '的区别', '分别', '对比',
  '那', '呢', '它', '在', '上', '最新版本', 'runTurn', 'src/agent/loop.ts', '第二个', '，', 'summarize', '总结', 'latest version', '…', '😀',
];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 24 }).chain((list) => fc.constantFrom(' ', '').map((between) => list.join(between)));
const question = fc.oneof(words, fc.string({ maxLength: 200, unit: 'binary' }), fc.string({ maxLength: 80, unit: 'grapheme' }));
const fields = fc.record(
  {
    question, intent: fc.oneof(fc.constantFrom(...INTENTS), fc.string()), complexity: fc.oneof(fc.constantFrom('SIMPLE', 'medium', 'COMPLEX'), fc.jsonValue()),
    ambiguous: fc.jsonValue(), focuses: fc.oneof(fc.array(words), fc.jsonValue()), paths: fc.array(fc.oneof(fc.constantFrom(...PLACES, '../..', '/', ''), words)), symbols: fc.array(words),
    timeSensitive: fc.jsonValue(), confidence: fc.oneof(fc.double(), fc.jsonValue()), needDecompose: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const reply = fc.option(fc.oneof(fields.map((value) => JSON.stringify(value)), fc.string({ maxLength: 200, unit: 'binary' }), words), { nil: undefined });
const turn = fc.record({ question, answer: fc.oneof(words, fc.constantFrom('1. **A**: x\n2. B')), evidence: fc.constant([]) });
const context = fc.record({ history: fc.array(turn, { maxLength: 4 }), mentions: fc.constantFrom([], ['docs/guide.md'], ['gone']) });

test('any question, any reply and any history give a profile within its bounds', async () => {
  await fc.assert(
    fc.asyncProperty(question, reply, context, async (asked, told, before) => {
      expectValid(await read(asked, told, before));
    }),
    { numRuns: 400 },
  );
});

/** Each is what some pattern repeats. */
const PIECES = [
  'a', ' ', 'a ', 'a, ', 'a and ', 'vs ', 'a vs ', 'compare ', 'compare a and ', 'difference between ', 'both ', 'both a ', 'is a ', 'how do ', 'which ', '1) ', '1. a\n2. b\n', '? ', 'a b? ', '？', '"', '`', '```',
  "'", '“', 'https://', 'a.', 'a/', 'a.b/', '@a', '--a', 'A', 'aB', '_', '(', '和', '、', '的', '分别', '区别', '对比', '比较', '在', '在上', '那', '呢', '它', '，', '这个', '第二个', '\n', '\t', 'the ', 'it ', 'that ',
  'in ', 'in a/', '的 ', '负责', '总结', 'hi ', '谢谢', '/find ', 'summarize ', '{"', '"question":"', '[', '😀', '\u0000', 'of the a ', 'latest ', 'TypeError: ', '- a\n',
];

test('a hundred thousand characters of anything are read in no time', async () => {
  for (const piece of PIECES) {
    const long = piece.repeat(Math.ceil(100_000 / piece.length));
    expectValid(await read(long, undefined, NO_CONTEXT));
    expectValid(await read(`${piece.repeat(60)}?`, long, { history: [{ question: long, answer: long, evidence: [] }] }));
  }
});
