import { expect, test } from 'vitest';
import { tellingTerms, terms } from '../../../src/util/terms';

test('forms of an English word have one term', () => {
  for (const forms of ['configure configured configures configuring configuration', 'cache caches cached caching', 'run runs running', 'retry retries retried', 'install installed installation']) {
    expect(new Set(terms(forms)).size, forms).toBe(1);
  }
});

test('different words keep different terms', () => {
  expect(new Set(terms('port portal class access index list lists-x')).size).toBe(7);
});

test('an identifier is known whole and by its parts', () => {
  expect(terms('maxAttempts')).toEqual(['maxattempt', 'max', 'attempt']);
  expect(terms('HTTP_port')).toEqual(['http_port', 'http', 'port']);
});

test('Chinese text gives pairs of neighbours, in mixed text too', () => {
  expect(terms('配置重试')).toEqual(['配置', '置重', '重试']);
  expect(terms('用npm安装')).toEqual(['用', 'npm', '安装']);
});

test('data that is no word gives no term', () => {
  expect(terms('a'.repeat(100))).toEqual([]);
});

test('a question is known by what tells it from others', () => {
  expect(tellingTerms('How do I configure the retry port?')).toEqual(['configur', 'retry', 'port']);
  expect(tellingTerms('怎么配置重试次数？')).toEqual(['配置', '重试', '次数']);
  expect(tellingTerms('单节点一般多久备份一次？')).toEqual(tellingTerms('单节点备份一次'));
  expect(tellingTerms('What is it?')).toEqual([]);
  expect(tellingTerms('port port PORT')).toEqual(['port']);
});
