import { expect, test } from 'vitest';
import { missingFocuses } from '../../../src/agent/focusCoverage';
import type { Passage } from '../../../src/model/passage';
import { note } from './support';

function check(focuses: readonly string[], queries: readonly string[], held: readonly Passage[], missing: readonly string[]) {
  expect(missingFocuses(focuses, queries, held), `${focuses.join()} by ${queries.join()}`).toEqual(missing);
}

const BOTH = ['Redis', 'Memcached'];
const REDIS = note('redis.md', 'Redis keeps its data. Redis has replicas, unlike Memcached.');

test('a focus with a query of its own is not missing, whatever was found', () => {
  check(BOTH, ['redis persistence', 'what memcached keeps'], [], []);
  check(BOTH, ['Redis 持久化', 'Memcached 持久化'], [], []);
  check(['部署指南', '升级步骤'], ['升级步骤 版本'], [], ['部署指南']);
});

test('a mention in passing is not what a focus is about', () => {
  check(BOTH, ['Redis'], [REDIS], ['Memcached']);
  check(BOTH, [], [note('a.md', 'Use Redis or Memcached.')], BOTH);
  check(BOTH, ['Redis 和 Memcached 的区别'], [REDIS], ['Memcached']);
  check(BOTH, ['Redis'], [note('README.md', '- [Redis](redis.md) and [Memcached](docs/memcached.md)')], ['Memcached']);
  check(['缓存', '队列'], ['缓存'], [note('目录.md', '- 缓存: docs/缓存.md\n- 队列: docs/队列.md')], ['队列']);
});

test('one query for all counts for none, but what it found does', () => {
  check(BOTH, ['Redis Memcached'], [], BOTH);
  check(BOTH, ['Redis Memcached'], [note('caches.md', 'Text.', ['Memcached']), note('redis.md', 'Text.')], []);
  check(BOTH, [], [note('a.md', 'Redis writes, Memcached does not. Redis forks, Memcached threads.')], []);
});

test('a focus that is a part of another needs a query without the other', () => {
  check(['Docker', 'Docker Compose'], ['docker compose files'], [], ['Docker']);
  check(['Docker', 'Docker Compose'], ['docker', 'compose files for docker'], [], []);
});

test('a focus without a telling word, and no focus at all, are never missing', () => {
  check(['it', '的'], [], [], []);
  check([], [], [REDIS], []);
});
