import { expect, test } from 'vitest';
import { parseCommandLine } from '../../../src/cli/args';
import { UsageError } from '../../../src/cli/values';

const COMMON = { folder: 'docs', json: false, progress: true, indexDir: undefined, embedding: undefined };

const ASK = {
  model: undefined, assurance: 'standard', dialect: 'auto', maxRounds: 4, isAgentic: true, runsCode: false, document: undefined, notes: undefined,
  trace: undefined, traceHasContent: true,
};

const ACCEPTED: readonly (readonly [string[], object])[] = [
  [['--help'], { name: 'help' }],
  [['index', '-h'], { name: 'help' }],
  [['--version'], { name: 'version' }],
  [['index', 'docs'], { name: 'index', ...COMMON }],
  [['index', 'docs', '--json', '--no-progress', '--index-dir', '/x'], { name: 'index', ...COMMON, json: true, progress: false, indexDir: '/x' }],
  [['search', 'docs', 'a b'], { name: 'search', query: 'a b', k: 20, mode: 'hybrid', ...COMMON }],
  [['search', 'docs', 'a', '-k', '5', '--mode', 'keyword'], { name: 'search', query: 'a', k: 5, mode: 'keyword', ...COMMON }],
  [['ask', 'docs', 'why?'], { name: 'ask', question: 'why?', ...ASK, ...COMMON }],
  [
    ['ask', 'docs', 'why?', '--base-url', 'http://h/v1', '--model', 'm', '--trace', 't.jsonl', '--assurance', 'strict'],
    { name: 'ask', question: 'why?', ...ASK, trace: 't.jsonl', model: { baseUrl: 'http://h/v1', name: 'm' }, assurance: 'strict', ...COMMON },
  ],
  [
    ['ask', 'docs', 'why?', '--dialect', 'tags', '--max-rounds', '2', '--no-agentic', '--run-code', '--document', 'a.md', '--notes', 'n.json', '--no-trace-content'],
    { name: 'ask', question: 'why?', ...ASK, dialect: 'tags', maxRounds: 2, isAgentic: false, runsCode: true, document: 'a.md', notes: 'n.json', traceHasContent: false, ...COMMON },
  ],
  [
    ['search', 'docs', 'a', '--embedding-url', 'http://h/v1', '--embedding-model', 'm'],
    { name: 'search', query: 'a', k: 20, mode: 'hybrid', ...COMMON, embedding: { baseUrl: 'http://h/v1', name: 'm' } },
  ],
  [['eval', '--set', 's'], { ...COMMON, name: 'eval', folder: 's', set: 's', hasOwnCorpus: true, limit: undefined }],
  [['eval', '--set', 's', '--corpus', 'c', '--limit', '9'], { ...COMMON, name: 'eval', folder: 'c', set: 's', hasOwnCorpus: false, limit: 9 }],
];

test.each(ACCEPTED)('%j is understood', (argv, command) => {
  expect(parseCommandLine(argv)).toEqual(command);
});

const REFUSED: readonly (readonly [string[], RegExp])[] = [
  [[], /No command/u],
  [['frobnicate'], /frobnicate/u],
  [['index'], /folder/u],
  [['index', ''], /folder/u],
  [['index', 'docs', 'more'], /more/u],
  [['search', 'docs'], /query/u],
  [['search', 'docs', '  '], /query/u],
  [['search', 'docs', 'two', 'words'], /words/u],
  [['search', 'docs', 'x', '-k', '0'], /-k/u],
  [['search', 'docs', 'x', '-k', '1.5'], /-k/u],
  [['search', 'docs', 'x', '-k', '1001'], /-k/u],
  [['search', 'docs', 'x', '--mode', 'psychic'], /psychic/u],
  [['search', 'docs', 'x', '--model', 'm'], /--model/u],
  [['index', 'docs', '-k', '3'], /--k/u],
  [['index', 'docs', '--embedding-url', 'http://h/v1'], /--embedding-url and --embedding-model/u],
  [['index', 'docs', '--embedding-url', '', '--embedding-model', 'm'], /--embedding-url needs/u],
  [['ask', 'docs'], /question/u],
  [['eval'], /--set/u],
  [['eval', 'docs', '--set', 's'], /docs/u],
  [['eval', '--set', 's', '--limit', '0'], /--limit/u],
  [['index', 'docs', '--corpus', 'c'], /--corpus/u],
  [['ask', 'docs', 'x', '--assurance', 'absolute'], /absolute/u],
  [['ask', 'docs', 'x', '--dialect', 'klingon'], /klingon/u],
  [['ask', 'docs', 'x', '--max-rounds', '99'], /--max-rounds/u],
  [['search', 'docs', 'x', '--run-code'], /--run-code/u],
  [['ask', 'docs', 'x', '--model', 'm'], /belong together/u],
  [['ask', 'docs', 'x', '--base-url', 'http://h'], /belong together/u],
  [['index', 'docs', '--index-dir', ''], /--index-dir/u],
  [['index', 'docs', '--what'], /--what/u],
];

test.each(REFUSED)('%j is refused with a reason', (argv, reason) => {
  expect(() => parseCommandLine(argv)).toThrow(UsageError);
  expect(() => parseCommandLine(argv)).toThrow(reason);
});
