import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanQuery, MAX_QUERY } from '../../../../../../src/agent/dialects/tags/asking/query';

describe('the query in what a model wrote', () => {
  test.each([
    ['rate limit default', 'rate limit default'],
    ['  "rate limit default"  ', 'rate limit default'],
    ['“限流 默认值”', '限流 默认值'],
    ['`config.yaml`', 'config.yaml'],
    ['Query: rate limit', 'rate limit'],
    ['Search query: "rate limit"', 'rate limit'],
    ['The search query is: rate limit', 'rate limit'],
    ['**Query:** rate limit', 'rate limit'],
    ['检索词：限流 默认值', '限流 默认值'],
    ['查询语句：「限流 默认值」', '限流 默认值'],
    ['- rate limit', 'rate limit'],
    ['rate limit\nThis finds the default.', 'rate limit'],
    ['\n\nrate limit', 'rate limit'],
    ['```\nrate limit\n```', 'rate limit'],
    ['<|SEARCH|> rate limit <|END|>', 'rate limit'],
    ['{"query": "rate limit"}', 'rate limit'],
    ['```json\n{"query": "限流"}\n```', '限流'],
    ['query planner settings', 'query planner settings'],
    ['it\'s `npm ci` on Windows', 'it\'s `npm ci` on Windows'],
    ['--max-retries', '--max-retries'],
  ])('%j', (reply, expected) => {
    expect(cleanQuery(reply)).toBe(expected);
  });

  test.each(['', ' \n ', '""', '```\n```', '<|SEARCH|>', '…'])('there is none in %j', (reply) => {
    expect(cleanQuery(reply)).toBeUndefined();
  });

  test('it is one line of limited length, whatever was written', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (reply) => {
      const query = cleanQuery(reply) ?? 'none';
      expect(query.length).toBeLessThanOrEqual(MAX_QUERY);
      expect(query).toMatch(/[\p{L}\p{N}]/u);
      expect(query).not.toMatch(/[\r\n]/);
      expect(query.isWellFormed()).toBe(true);
    }));
  });
});
