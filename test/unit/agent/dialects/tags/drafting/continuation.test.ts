import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Joint } from '../../../../../../src/agent/dialects/tags/drafting/continuation';
import { Continuation } from '../../../../../../src/agent/dialects/tags/drafting/continuation';

/** What stands in the end, whatever the pieces. */
function join(written: string, pieces: readonly string[], at: Partial<Joint> = {}): string {
  const continuation = new Continuation({ written, isCut: false, isCode: false, ...at });
  return written + pieces.map((piece) => continuation.push(piece)).join('') + continuation.end();
}

function check(written: string, next: string, expected: string, at: Partial<Joint> = {}) {
  expect(join(written, [next], at)).toBe(expected);
  expect(join(written, next.split(''), at)).toBe(expected);
}

describe('what the model repeats of its own text is left out', () => {
  test.each([
    ['The limit is', 'The limit is 100 [4].', 'The limit is 100 [4].'],
    ['The limit is ', 'The limit is 100 [4].', 'The limit is 100 [4].'],
    ['A first. The limit is ', 'A first. The limit is 100.', 'A first. The limit is 100.'],
    ['It caches [1].\n\nThe limit is', '\n\nThe limit is 100.', 'It caches [1].\n\nThe limit is 100.'],
    ['It caches [1].\n\n', 'It caches [1]. Then it writes.', 'It caches [1].\n\nThen it writes.'],
    ['超时时间默认为', '超时时间默认为 30 秒。', '超时时间默认为 30 秒。'],
    ['可以。', '可以。默认是关闭的。', '可以。默认是关闭的。'],
    ['Is it on? Yes.', 'Yes. It is set in `a.yaml`.', 'Is it on? Yes. It is set in `a.yaml`.'],
    ['One is red [1]. Two is blue [2]. Three is', 'One is red [1]. Four is green.', 'One is red [1]. Two is blue [2]. Three is Four is green.'],
    ['## Set-up\n\nInstall it.\n\nThen', '## Set-up\n\nInstall it.\n\nThen run it.', '## Set-up\n\nInstall it.\n\nThen run it.'],
    ['The limit is 100.', 'The limit is 100.', 'The limit is 100.'],
    ['The limit is 100. It can', 'The limit is 100.', 'The limit is 100. It can'],
  ])('%j then %j', (written, next, expected) => {
    check(written, next, expected);
  });
});

describe('what only begins alike is kept', () => {
  test.each([
    ['The cache. The limit', 'The lease is 90 s.', 'The cache. The limit The lease is 90 s.'],
    ['It is on. Yes. It is fast', 'Yes. Very.', 'It is on. Yes. It is fast Yes. Very.'],
    ['The version is 3.', '3.5 is newer.', 'The version is 3. 3.5 is newer.'],
    ['a a a a', 'a a b', 'a a a a a a b'],
    ['The limit is', 'The', 'The limit is The'],
  ])('%j then %j', (written, next, expected) => {
    check(written, next, expected);
  });
});

describe('the gap that belongs between is there once', () => {
  test.each([
    ['The limit is', '100 [4].', 'The limit is 100 [4].'],
    ['The limit is ', ' 100 [4].', 'The limit is 100 [4].'],
    ['It caches [1].', 'The limit is 100.', 'It caches [1]. The limit is 100.'],
    ['It caches', ', too.', 'It caches, too.'],
    ['默认是', '30 秒。', '默认是30 秒。'],
    ['会缓存。', '默认关闭。', '会缓存。默认关闭。'],
    ['The default is `', '30 s`.', 'The default is `30 s`.'],
    ['See (', 'the cache).', 'See (the cache).'],
    ['There are two ways:', '- one\n- two', 'There are two ways:\n\n- one\n- two'],
    ['有两种方法：', '1. 一\n2. 二', '有两种方法：\n\n1. 一\n2. 二'],
    ['Done.\n\n', '\n\nNext.', 'Done.\n\nNext.'],
    ['- one\n', '\n  - nested', '- one\n\n  - nested'],
    ['- one\n', '  - nested', '- one\n  - nested'],
    ['Done.', '```sh\nls\n```', 'Done.\n\n```sh\nls\n```'],
    ['', '  as it comes', '  as it comes'],
    ['The end.', ' \n', 'The end.'],
  ])('%j then %j', (written, next, expected) => {
    check(written, next, expected);
  });

  test('in code there is none that the model does not write', () => {
    check('```\nfoo(', 'bar)', '```\nfoo(bar)', { isCode: true });
    check('```\nif a:\n', '    b', '```\nif a:\n    b', { isCode: true });
  });
});

describe('where the text was cut, maybe inside a word, the last word may come again', () => {
  test.each([
    ['Two is sec', 'second.', 'Two is second.'],
    ['Two is', 'is second.', 'Two is second.'],
    ['Two is', 'second.', 'Two is second.'],
    ['Two is ', 'is second.', 'Two is second.'],
    ['It is a', 'a lease.', 'It is a lease.'],
    ['See config.', 'config.yaml', 'See config.yaml'],
    ['租约保留九', '九十秒。', '租约保留九十秒。'],
    ['租约保留', '九十秒。', '租约保留九十秒。'],
    ['It is a thesis', 'is it?', 'It is a thesis is it?'],
    ['the configuration is read from', 'the configuration is read from a file', 'the configuration is read from a file'],
  ])('%j then %j', (written, next, expected) => {
    check(written, next, expected, { isCut: true });
  });
});

const word = fc.constantFrom('The limit', ' is', ' 100', '. ', '\n', '\n\n', '默认', '是。', 'a', 'b', '- ', '```', '😀', ' ', 'It can be changed here. ');
const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(''));

test('any split of any text gives what the whole gives', () => {
  fc.assert(fc.property(text, fc.array(text, { maxLength: 6 }), fc.record({ isCut: fc.boolean(), isCode: fc.boolean() }), (written, pieces, at) => {
    expect(join(written, pieces, at)).toBe(join(written, [pieces.join('')], at));
  }), { numRuns: 1_000 });
});

test('nothing is left out but a beginning that stands in the text already', () => {
  const bare = (part: string) => part.replace(/\s/g, '');
  fc.assert(fc.property(text, text, (written, next) => {
    const kept = bare(join(written, [next]).slice(written.length));
    const whole = bare(next);
    expect(whole.endsWith(kept)).toBe(true);
    expect(bare(written)).toContain(whole.slice(0, whole.length - kept.length));
  }), { numRuns: 1_000 });
});

test('a repeat of any length is left out whole', () => {
  fc.assert(fc.property(fc.string({ minLength: 12, maxLength: 200 }), fc.string(), (tail, more) => {
    fc.pre(tail.trim() === tail && tail.length >= 12 && more.trim() === more);
    expect(join(`Before. ${tail}`, [`${tail}${more}`])).toBe(`Before. ${tail}${more}`);
  }));
});

test.each(['a', 'ab', '可以。', 'a a a b. '])('time is linear on a repeat of %j', (unit) => {
  // Where it were not, this would run into the time-out of a test.
  const written = unit.repeat(200_000);
  expect(join(written, (written + unit).split(''))).toContain(unit);
  expect(join(`${written}x`, written.split(''))).toContain(unit);
});
