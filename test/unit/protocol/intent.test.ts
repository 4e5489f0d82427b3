import { describe, expect, test } from 'vitest';
import { type Intent, intentSchema } from '../../../src/protocol/intent';
import { MAX_QUESTION_LENGTH } from '../../../src/protocol/limits';

const ACCEPTED: readonly Intent[] = [
  { type: 'ready' },
  { type: 'ask', text: 'How do I set a timeout?' },
  { type: 'ask', text: 'x'.repeat(MAX_QUESTION_LENGTH) },
  { type: 'stop' },
  { type: 'newChat' },
  { type: 'retry', turnId: 'a' },
  { type: 'answerWithoutModel', turnId: 'a' },
  { type: 'copyAnswer', turnId: 'a' },
  { type: 'rememberAnswer', turnId: 'a' },
  { type: 'openCitation', turnId: 'a', n: 1 },
  { type: 'openCitation', turnId: 'a', n: 10_000, beside: true },
  { type: 'checkCitation', turnId: 'a', n: 1 },
  { type: 'openLink', href: 'https://example.com' },
  { type: 'setUpModel' },
  { type: 'showIndexReport' },
];

const REFUSED: readonly (readonly [why: string, message: unknown])[] = [
  ['nothing at all', undefined],
  ['a string', 'ready'],
  ['no type', { text: 'hello' }],
  ['an unknown type', { type: 'runCommand', command: 'workbench.action.quit' }],
  ['a type of the object prototype', { type: 'constructor' }],
  ['a question without text', { type: 'ask' }],
  ['a question of blanks', { type: 'ask', text: ' \n\t ' }],
  ['a question that is too long', { type: 'ask', text: 'x'.repeat(MAX_QUESTION_LENGTH + 1) }],
  ['a question that is no string', { type: 'ask', text: ['x'] }],
  ['a turn without a name', { type: 'retry', turnId: '' }],
  ['a turn with an endless name', { type: 'retry', turnId: 'x'.repeat(65) }],
  ['a citation without a turn', { type: 'openCitation', n: 1 }],
  ['a citation 0', { type: 'openCitation', turnId: 'a', n: 0 }],
  ['a citation of one and a half', { type: 'openCitation', turnId: 'a', n: 1.5 }],
  ['a citation in words', { type: 'openCitation', turnId: 'a', n: '1' }],
  ['a citation that is not a number', { type: 'openCitation', turnId: 'a', n: Number.NaN }],
  ['a citation past the bound', { type: 'openCitation', turnId: 'a', n: 10_001 }],
  ['a check without a number', { type: 'checkCitation', turnId: 'a' }],
  ['a link to nowhere', { type: 'openLink', href: '' }],
  ['an endless link', { type: 'openLink', href: `https://example.com/${'x'.repeat(2_000)}` }],
];

describe('an intent that the host understands', () => {
  test.each(ACCEPTED)('$type is taken as it is', (intent) => {
    expect(intentSchema.parse(structuredClone(intent))).toEqual(intent);
  });

  test('a question is taken without the blanks around it', () => {
    expect(intentSchema.parse({ type: 'ask', text: '  why?\n' })).toEqual({ type: 'ask', text: 'why?' });
  });

  test('a path that is smuggled into a citation is dropped', () => {
    expect(intentSchema.parse({ type: 'openCitation', turnId: 'a', n: 1, path: '/etc/passwd' })).toEqual({ type: 'openCitation', turnId: 'a', n: 1 });
  });
});

test.each(REFUSED)('the host refuses %s', (_why, message) => {
  expect(intentSchema.safeParse(message).success).toBe(false);
});
