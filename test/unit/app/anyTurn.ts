import fc from 'fast-check';
import { INTENTS } from '../../../src/model/profile';
import type { ErrorCode } from '../../../src/model/errors';
import type { AnyStep } from '../../support/anyModel';

/** How something that is no model behaves when it is asked. */
export type Behaviour = 'works' | 'nothing' | 'throws' | 'hangs' | 'garbage' | 'lateRejection';

const BEHAVIOURS = ['works', 'nothing', 'throws', 'hangs', 'garbage', 'lateRejection'] as const satisfies readonly Behaviour[];

/** Pieces of protocol, which no reader is to see. */
export const PROTOCOL = [
  '<|SEARCH|>', '<|REFLECT|>', '<|CONTINUE|>', '<|END|>', '<action>', '</action>', '<observation>', '</observation>', '<thinking>', '</thinking>',
  '<think>', '</think>', '<tool_call>', '</tool_call>',
] as const;

const CODES = [
  'config.invalid', 'files.notFound', 'files.unreadable', 'index.corrupt', 'index.locked', 'index.dimensionMismatch', 'index.unwritable', 'embedding.failed',
  'model.unauthorized', 'model.notFound', 'model.unreachable', 'model.rateLimited', 'model.contextOverflow', 'model.badResponse', 'model.contentFilter',
  'model.unsupported', 'tool.badArguments', 'tool.denied', 'tool.failed', 'tool.timeout', 'tool.unknown', 'cancelled', 'internal',
] as const satisfies readonly ErrorCode[];

/** What a model may say, right or wrong. */
const TEXT = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('A failed job is tried 5 times [1].', ' It waits 30 seconds [2].', '令牌有效期为 90 天 [1]。', 'Nine lives [9].', '[1', ', 2]', '】', '\n\n', ' ') },
  { weight: 3, arbitrary: fc.constantFrom(...PROTOCOL) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '<|SEA', 'RCH|>', '`', '```\n', '~~~\n', '$', '<', '|', '> ', '- ', '<action>searchDocs {"query": "retries"}</action>', '<action>webSearch {"query": "retries"}</action>',
      '<action>done</action>', '{"name": "searchDocs", "arguments": {"query": "tokens"}}', '<tool_call>\n{"name": "webSearch", "arguments": {"query": "x"}}\n</tool_call>',
      'runCode(code="1+1")', 'nothing to change', 'The second sentence is not in the source.', '{"verdicts": [{"sentence": 1, "verdict": "no"}]}', '\ud83d', '\udc00',
      JSON.stringify({ intent: 'question', complexity: 'COMPLEX', focuses: ['retries', 'tokens'], question: 'How are retries different from tokens?' }),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...INTENTS).map((intent) => JSON.stringify({ intent, complexity: 'SIMPLE', confidence: 1 })) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
);

/** A call that can be made. */
const GOOD_CALL = fc.constantFrom(
  ['searchDocs', '{"query":"retries of a job"}'], ['searchDocs', '{"query":"lease of a token"}'], ['keywordSearch', '{"query":"令牌"}'], ['readDoc', '{"path":"retries.md"}'],
  ['webSearch', '{"query":"retries"}'], ['recallMemory', '{"query":"retries"}'], ['runCode', '{"code":"print(6*7)"}'],
) satisfies fc.Arbitrary<readonly [string, string]>;

const CALL = fc.tuple(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('searchDocs', 'keywordSearch', 'readDoc', 'webSearch', 'recallMemory', 'runCode') },
    { weight: 1, arbitrary: fc.constantFrom('storeMemory', 'getDocumentList', 'search_docs', '', 'constructor') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  ),
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('{"query":"retries"}', '{"query":"tokens","topK":"five"}', '{"query":"续期"}', '{"code":"print(6*7)"}', '{"path":"retries.md"}', '{"path":"no.md"}') },
    { weight: 2, arbitrary: fc.constantFrom('{"query":""}', '{}', '', 'null', '{"query":"<|SEARCH|> [3]"}', '{"query":{"__proto__":1}}', `{"query":"${'a'.repeat(5_000)}"}`) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  ),
);

const FAILURE = fc.record(
  { fail: fc.constantFrom(...CODES, 'TypeError', 'nothing'), retryable: fc.boolean(), retryAfterMs: fc.constantFrom(-5, 0, 400, 20_000, 1e9, NaN, Infinity) },
  { requiredKeys: ['fail'] },
);

const STEP: fc.Arbitrary<AnyStep> = fc.oneof(
  { weight: 10, arbitrary: TEXT },
  { weight: 4, arbitrary: fc.record({ calls: fc.array(CALL, { maxLength: 30, size: 'small' }) }) },
  { weight: 2, arbitrary: FAILURE },
  { weight: 1, arbitrary: fc.record({ waitMs: fc.constantFrom(10, 5_000, 50_000, 1e7), isDeaf: fc.boolean() }, { requiredKeys: ['waitMs'] }) },
  { weight: 1, arbitrary: fc.record({ repeat: fc.constantFrom('', 'a', '令', 'word [1] ', '\n', '<', '`', '<|CONTINUE|>'), times: fc.constantFrom(50, 3_000) }) },
  { weight: 1, arbitrary: fc.record({ used: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ finish: fc.constantFrom('stop', 'length', 'toolCalls', 'contentFilter') }) },
);

/** What is wrong: calls, failures, silence, floods, in any order. */
const NOISE = fc.array(STEP, { maxLength: 5 });

/** Whoever is told to come back later waits meanwhile. */
const BUSY = fc.constant([{ fail: 'model.rateLimited', retryAfterMs: 20_000 }] satisfies readonly AnyStep[]);

const PLAN: fc.Arbitrary<readonly AnyStep[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(GOOD_CALL, { minLength: 1, maxLength: 4 }).map((calls) => [{ calls }]) },
  { weight: 2, arbitrary: NOISE },
  { weight: 1, arbitrary: BUSY },
);

const REPLY: fc.Arbitrary<readonly AnyStep[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(TEXT, { minLength: 1, maxLength: 8 }) },
  { weight: 2, arbitrary: GOOD_CALL.map(([name, args]) => [`<action>${name} ${args}</action>`]) },
  { weight: 2, arbitrary: fc.constantFrom('SEARCH', 'REFLECT', 'CONTINUE', 'END').map((tag) => ['A failed job is tried 5 times [1]. A token lives for 7 days [2].', `<|${tag}|>`]) },
  { weight: 2, arbitrary: NOISE },
  { weight: 1, arbitrary: BUSY },
);

const BEHAVIOUR = fc.option(fc.oneof(fc.constant('works' as const), fc.constantFrom(...BEHAVIOURS)), { nil: undefined });

/** A turn of any kind, as data. */
export const ANY_TURN = fc.record({
  question: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'Compare retries and tokens.', 'What is the difference between `retries` and tokens, and why does it matter for the lease?', '令牌和租约有什么区别？',
        'What does <|SEARCH|> do, and why <action>?', 'Why does a failed job wait, and how long is a token kept then?',
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('How often is a failed job tried?', '失败的任务会重试多少次？', 'Summarize retries.md', 'hello', 'and [1] on Windows?', 'Who won the cup?', '') },
  ),
  plans: fc.array(PLAN, { maxLength: 5 }),
  replies: fc.array(REPLY, { maxLength: 6 }),
  dialect: fc.constantFrom('native', 'react', 'tags', 'auto'),
  assurance: fc.constantFrom('standard', 'strict', 'strict', 'fast'),
  maxRounds: fc.integer({ min: 1, max: 5 }),
  earlyStopOnEmptyRound: fc.boolean(),
  hasHistory: fc.boolean(),
  web: BEHAVIOUR,
  notes: BEHAVIOUR,
  sandbox: BEHAVIOUR,
  consent: fc.array(fc.constantFrom('yes', 'no', 'throws', 'hangs'), { minLength: 1, maxLength: 4 }),
  remembered: fc.constantFrom(undefined, 'always', 'never'),
  /** The event at which the person stops it. */
  cancelAt: fc.option(fc.nat(25), { nil: undefined, freq: 2 }),
  /** The time at which they do, whatever is waited for then. */
  cancelAtMs: fc.option(fc.constantFrom(1, 3_000, 14_000, 100_000), { nil: undefined, freq: 2 }),
});

export type AnyTurn = typeof ANY_TURN extends fc.Arbitrary<infer T> ? T : never;
