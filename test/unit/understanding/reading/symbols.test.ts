import { expect, test } from 'vitest';
import { readSymbols } from '../../../../src/understanding/reading/symbols';

function check(question: string, expected: readonly string[]) {
  expect.soft(readSymbols(question), question).toEqual(expected);
}

test('names of code are found by how they are written', () => {
  check('What does runTurn do?', ['runTurn']);
  check('Where is MAX_ROUNDS set and who reads max_rounds?', ['MAX_ROUNDS', 'max_rounds']);
  check('EvidenceLedger.admit 有什么作用？', ['EvidenceLedger.admit']);
  check('怎么调用 foo() 和 Bar::baz？', ['foo()', 'Bar::baz']);
  check('What is `chunk`, and what is `npm run lint`?', ['chunk']);
  check('use --no-cache with @types/node', ['--no-cache', '@types/node']);
  check('ENOENT and TS2345', ['ENOENT', 'TS2345']);
  check('HTTPServer, parseJSON, std::vector', ['HTTPServer', 'parseJSON', 'std::vector']);
  check('config.loadAll and config.load()', ['config.loadAll', 'config.load()']);
});

test('names that are no code are not', () => {
  for (const question of [
    'How do I use GitHub with TypeScript on macOS?',
    'PostgreSQL 和 MySQL 的区别',
    'Is README.md indexed, e.g. by example.com?',
    'What is the HTTP API of Redis?',
    'well-known state-of-the-art',
    'I/O errors',
    'What is GPT4?',
  ]) {
    check(question, []);
  }
});
