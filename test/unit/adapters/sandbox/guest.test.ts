import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Guest } from '../../../../src/adapters/sandbox/guest';

/** What a guest prints of a value. */
function printed(...values: unknown[]): string {
  const lines: string[] = [];
  new Guest((line) => lines.push(line), 'program.js').print(...values);
  return lines.join('\n');
}

const circular: Record<string, unknown> = { name: 'ring' };
circular.self = circular;

const VALUES: readonly (readonly [value: unknown, expected: string])[] = [
  [18_446_744_073_709_551_616n, '18446744073709551616'],
  [0.1 + 0.2, '0.30000000000000004'],
  [Number.NaN, 'NaN'],
  [-Infinity, '-Infinity'],
  [undefined, 'undefined'],
  [null, 'null'],
  ['text "as it is"\n水', 'text "as it is"\n水'],
  [['a "b"', 1], '["a \\"b\\"", 1]'],
  [[], '[]'],
  [{}, '{}'],
  [[undefined, Number.NaN, 10n, Symbol('s'), null], '[undefined, NaN, 10, Symbol(s), null]'],
  [{ a: { 'b c': [1] } }, '{"a": {"b c": [1]}}'],
  [function double() { return 2; }, '[function double]'],
  [new Map<unknown, unknown>([['k', 1], [2, { a: 3 }]]), 'Map {"k": 1, 2: {"a": 3}}'],
  [new Set([1, 'x']), 'Set {1, "x"}'],
  [new Uint8Array([1, 2]), '[1, 2]'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [[new Date(Number.NaN)], '[Invalid Date]'],
  [/a+/giu, '/a+/giu'],
  [Promise.resolve(1), '[promise]'],
  [[new TypeError('no')], '[TypeError: no]'],
  [circular, '{"name": "ring", "self": [circular]}'],
  [Object.create(null), '{}'],
  ['a\0b', 'a\\0b'],
  ['half \ud83d', 'half \ufffd'],
];

test.each(VALUES)('%o is printed readably', (value, expected) => {
  expect(printed(value)).toBe(expected);
});

test('several values stand on one line', () => {
  expect(printed('sum', 3, [1])).toBe('sum 3 [1]');
});

test('an object that is wide is indented, short members of a list share lines', () => {
  const rows = { title: 'x'.repeat(60), numbers: Array.from({ length: 40 }, (_, i) => i) };
  expect(printed(rows)).toBe([
    '{',
    `  "title": "${'x'.repeat(60)}",`,
    '  "numbers": [',
    `    ${Array.from({ length: 22 }, (_, i) => `${i},`).join(' ')}`,
    `    ${Array.from({ length: 18 }, (_, i) => i + 22).join(', ')}`,
    '  ]',
    '}',
  ].join('\n'));
});

test('whatever it is given, it prints no more than is kept, and says how much is left out', () => {
  const deep = Array.from({ length: 1000 }).reduce<unknown>((inner) => [inner], 'core');
  const wide = new Array<number>(1_000_000).fill(7);
  const shared = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ left: inner, right: inner }), 1);
  expect(printed(deep)).toMatch(/^\[{20}\[…\]\]{20}$/u);
  expect(printed(wide)).toMatch(/… 999000 more\n\]$/u);
  for (const value of [shared, 'x'.repeat(1e6), { ['k'.repeat(1e6)]: 1 }, new Array(4_000_000_000)]) {
    expect(printed(value).length).toBeLessThanOrEqual(10_000);
  }
});

/** An error as the interpreter makes it. */
function errorAt(error: Error, stack: string): Error {
  Object.defineProperty(error, 'stack', { value: stack });
  return error;
}

test('an error is told with its message and the line of the program it comes from', () => {
  const { describe } = describer();
  expect(describe(errorAt(new RangeError('too far'), '    at deep (program.js:12:3)\n    at <eval> (program.js:40:1)\n'))).toBe('RangeError: too far (line 12)');
  expect(describe(errorAt(new Error('inside'), '    at native\n'))).toBe('Error: inside');
  expect(describe({ code: 5 })).toBe('The program threw {"code": 5}');
  expect(describe(null)).toBe('The program threw null');
  expect(describe(new Error('x'.repeat(1e6))).length).toBeLessThan(600);
});

test('an error that throws when it is looked at is still told', () => {
  const { describe } = describer();
  const hostile = Object.defineProperty(new Error('x'), 'message', { get: () => { throw new Error('y'); } });
  expect(describe(hostile)).toBe('The program threw what cannot be shown');
  expect(describe(new Proxy({}, { ownKeys: () => { throw new Error('z'); } }))).toBe('The program threw what cannot be shown');
});

function describer(): { describe: (error: unknown) => string } {
  const guest = new Guest(() => undefined, 'program.js');
  return { describe: (error) => guest.describe(error) };
}

test('its source alone makes the same class: nothing of it stands outside', () => {
  const Copy = runInThisContext(`(${Guest.toString()})`) as typeof Guest;
  const lines: string[] = [];
  const world: { print?: (value: unknown) => void } = {};
  const guest = new Copy((line) => lines.push(line), 'program.js');
  guest.install(world);
  world.print?.({ a: new Map([[1, new Set([new Date(0), /x/u])]]), long: 'x'.repeat(90) });
  lines.push(guest.describe(new Error('no')));
  expect(lines[0]).toContain('Map {1: Set {1970-01-01T00:00:00.000Z, /x/u}}');
  expect(lines[1]).toBe('Error: no');
});
