import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readArguments } from '../../../../../src/agent/tools/calls/readArguments';
import { shortenArguments } from '../../../../../src/agent/tools/calls/shortenArguments';

test('base64, data URLs and over-long strings are cut and marked; what stands around them is kept', () => {
  const image = `data:image/png;base64,${'iVBORw0KGgo'.repeat(1_000)}==`;
  const { named } = readArguments(JSON.stringify({ query: `what is ${image} here`, topK: 5 }));
  expect(named).toEqual({ query: expect.stringMatching(/^what is data:image\/png;base64,[\w+/=]{200,256}\[TRUNCATED\] here$/) as string, topK: 5 });
  const prose = readArguments(JSON.stringify({ query: '你好，世界。'.repeat(5_000), topK: 5 }));
  expect(prose.named).toEqual({ query: expect.stringMatching(/^[你好，世界。]{7000,8000}\[TRUNCATED\]$/u) as string, topK: 5 });
});

test('a cut never falls into an escape sequence, nor does an escaped quote end a string', () => {
  for (const escape of ['\\"', '\\u4f60', '\\\\', '\\n']) {
    const { named } = readArguments(`{"query": "${escape.repeat(9_000)}", "topK": 5}`);
    expect(named, escape).toMatchObject({ topK: 5, query: expect.stringMatching(/\[TRUNCATED\]$/) as string });
  }
});

test('what is short is left as it is', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value);
    expect(shortenArguments(text)).toBe(text);
  }));
});

test('megabytes of whatever are read in a moment', () => {
  const size = 2_000_000;
  for (const [kind, text] of [
    ['base64', `{"query": "x", "image": "${'QUJD'.repeat(size / 4)}"}`],
    ['prose', `{"query": "x", "text": "${'word '.repeat(size / 5)}"}`],
    ['escapes', `{"query": "x", "text": "${'\\"'.repeat(size / 2)}"}`],
    ['quotes', `{"query": "x", ${'"'.repeat(size)}`],
    ['brackets', `{"query": "x", "a": ${'['.repeat(size)}`],
    ['objects', `{"query": "x", "a": ${'{"a":'.repeat(size / 5)}`],
    ['spaces', `{"query": "x", ${' '.repeat(size)}}`],
    ['fields', `{"query": "x", ${'"a": 1, '.repeat(size / 8)}"b": 1}`],
  ] as const) {
    expect(readArguments(text).named.query, kind).toBe('x');
  }
});
