import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figuresIn, statedNumbers } from '../../../src/util/numerals';

function check(text: string, ...numbers: string[]) {
  const stated = statedNumbers(text);
  expect(numbers.filter((number) => !stated.has(number)), text).toEqual([]);
}

function refuse(text: string, ...numbers: string[]) {
  const stated = statedNumbers(text);
  expect(numbers.filter((number) => stated.has(number)), text).toEqual([]);
}

test('figures are read with and without what parts their thousands', () => {
  check('1,500 ms, 1 500 ms, 1_500', '1500');
  check('１０，０００ and 10\u202F000', '10000');
  check('in 2024 300 users', '2024', '300');
  check('100,200,300', '100200300', '100', '200');
  check('10-20 s, utf8, v4.1.2', '10', '20', '8', '4.1.2');
  check('2026-04-02', '2026', '4', '2');
});

test('words that multiply make one number of a figure, which stays what it was too', () => {
  check('100k', '100', '100000');
  check('1.5 million', '1500000');
  check('8.7万, 3 亿', '87000', '300000000');
  check('1.1 thousand', '1100');
  refuse('64 kB', '64000');
});

test('numbers in English and Chinese words', () => {
  check('twenty-five', '25', '20', '5');
  check('two hundred and fifty', '250');
  check('two hundred thousand', '200000');
  check('one million three hundred', '1000300');
  check('twice, a single one, a dozen, no', '2', '1', '12', '0');
  check('九十秒', '90');
  check('八万七千', '87000');
  check('一千二百万', '12000000');
  check('二〇二六年', '2026');
  check('两百零五', '205');
  refuse('someone went alone', '1');
});

test('a sentence states its figures once, as one number where they may be one', () => {
  expect(figuresIn('10 000 jobs, 10,000 jobs, and 5 of utf8')).toEqual([{ value: '10000', parts: ['10000'] }, { value: '5', parts: ['5'] }]);
  expect(figuresIn('10 000')).toEqual([{ value: '10000', parts: ['10', '0'] }]);
  expect(figuresIn('4k and v1.2')).toMatchObject([{ value: '4000' }, { value: '1.2' }]);
});

test('a text states every figure that it writes', () => {
  fc.assert(fc.property(fc.array(fc.nat(), { maxLength: 20 }), fc.constantFrom(' and ', ', ', '，', ' – ', ' x '), (numbers, between) => {
    check(numbers.join(between), ...numbers.map(String));
  }));
});
