import { expect, test } from 'vitest';
import type { ModelReading } from '../../../../src/understanding/asking/readUnderstanding';
import { readUnderstanding } from '../../../../src/understanding/asking/readUnderstanding';

const NOTHING: ModelReading = {
  question: undefined, intent: undefined, complexity: undefined, ambiguous: undefined, timeSensitive: undefined, confidence: undefined, focuses: [], paths: [], symbols: [],
};

function check(reply: string, expected: Partial<ModelReading> | undefined) {
  expect(readUnderstanding(reply), reply).toEqual(expected === undefined ? undefined : { ...NOTHING, ...expected });
}

test('a reply in the form that was asked for is read', () => {
  check(
    '{"question": "How do I install it on Windows?", "intent": "howTo", "complexity": "SIMPLE", "ambiguous": false, "focuses": [], "paths": ["docs"], "symbols": ["npm"], "timeSensitive": true, "confidence": 0.9}',
    { question: 'How do I install it on Windows?', intent: 'howTo', complexity: 'SIMPLE', ambiguous: false, paths: ['docs'], symbols: ['npm'], timeSensitive: true, confidence: 0.9 },
  );
});

test('a reply that only resembles it is read all the same', () => {
  const wanted = { question: 'Q', intent: 'howTo', complexity: 'MEDIUM' } as const;
  check('Sure! ```json\n{"question": "Q", "intent": "how_to", "complexity": "medium"}\n```', wanted);
  check("{'question': 'Q', 'intent': 'How-To', 'complexity': 'Medium',}", wanted);
  check('｛“question”：“Q”，“intent”：“howTo”，“complexity”：“MEDIUM”｝', wanted);
  check('[{"question": "Q", "intent": "howto", "complexity": "MEDIUM"}]', wanted);
  check('{"question": "Q", "intent": "howTo", "complexity": "MEDIUM"', wanted);
});

test('fields of the wrong kind are as if they were not there', () => {
  check('{"intent": "question", "complexity": 3, "ambiguous": "maybe", "focuses": {"a": 1}, "confidence": "high", "paths": null}', { intent: 'question' });
  check('{"intent": "question", "ambiguous": "True", "confidence": "90%", "focuses": "Redis", "timeSensitive": "no"}', { intent: 'question', ambiguous: true, confidence: 0.9, focuses: ['Redis'], timeSensitive: false });
  check('{"intent": "buy", "complexity": "SIMPLE", "focuses": [1, null, "a", ["b"], ""]}', { complexity: 'SIMPLE', focuses: ['a'] });
});

test('fields that were not asked for are not read', () => {
  check('{"complexity": "SIMPLE", "needDecompose": true, "multiHop": true, "__proto__": {"intent": "question"}}', { complexity: 'SIMPLE' });
});

test('what says nothing of the question is no reading', () => {
  for (const reply of ['', 'I cannot do that.', '{}', '[]', '{"answer": 42}', '{"tool_calls": []}', '"SIMPLE"', 'SIMPLE']) {
    check(reply, undefined);
  }
});

test('long texts are none, long lists are cut', () => {
  const reading = readUnderstanding(JSON.stringify({ intent: 'question', question: 'q'.repeat(5_000), focuses: Array.from({ length: 99 }, (_, at) => `${at}${'x'.repeat(900)}`) }));
  expect(reading?.question).toBeUndefined();
  expect(reading?.focuses).toHaveLength(8);
  expect(reading?.focuses.every((focus) => focus.length <= 200)).toBe(true);
});
