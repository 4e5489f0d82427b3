import { expect, test } from 'vitest';
import type { QueryProfile } from '../../../src/model/profile';
import type { RouteOptions } from '../../../src/understanding/route';
import { route } from '../../../src/understanding/route';

const PLAIN: QueryProfile = {
  intent: 'question', complexity: 'SIMPLE', ambiguous: false, scope: {}, language: 'en', timeSensitive: false, codeSymbols: [], focuses: [],
  standaloneQuestion: 'What is a chunk?', confidence: 1,
};

function check(profile: Partial<QueryProfile>, options: Partial<RouteOptions>, expected: string) {
  const decision = route({ ...PLAIN, ...profile }, { isAgentic: true, hasModel: true, ...options });
  expect(decision.route === 'SELECTED_DOC' ? `${decision.route} ${decision.document}` : decision.route).toBe(expected);
  expect(decision.reason).not.toBe('');
}

test('simple questions take one retrieval, all others the loop', () => {
  check({}, {}, 'ONE_SHOT');
  check({ ambiguous: true }, {}, 'AGENTIC');
  check({ complexity: 'MEDIUM' }, {}, 'AGENTIC');
  check({ complexity: 'COMPLEX' }, {}, 'AGENTIC');
});

test('the kill switch, and having no model, send everything but a digest to one retrieval', () => {
  for (const options of [{ isAgentic: false }, { hasModel: false }]) {
    check({ complexity: 'COMPLEX', ambiguous: true }, options, 'ONE_SHOT');
    check({ intent: 'summarize', standaloneQuestion: 'Summarize it' }, { ...options, selected: 'a.md' }, 'SELECTED_DOC a.md');
  }
});

test('a digest is read from the selected document, or from the one that the question names', () => {
  check({ intent: 'summarize', standaloneQuestion: 'Summarize it' }, { selected: 'a.md' }, 'SELECTED_DOC a.md');
  check({ intent: 'outline', standaloneQuestion: '列出大纲' }, { selected: 'a.md' }, 'SELECTED_DOC a.md');
  check({ intent: 'summarize', scope: { paths: ['docs/b.md'] } }, { selected: 'a.md' }, 'SELECTED_DOC docs/b.md');
  check({ intent: 'summarize', scope: { paths: ['LICENSE'] } }, {}, 'SELECTED_DOC LICENSE');
  check({ intent: 'question' }, { selected: 'a.md' }, 'ONE_SHOT');
});

test.each([
  ['Summarize', true], ['Give me a summary in three bullets', true], ['TL;DR', true], ['Outline the sections', true], ['Sum up the whole thing briefly in Chinese', true],
  ['总结一下', true], ['用三句话概括', true], ['用中文总结全文', true], ['请列出章节结构', true], ['用100字以内总结', true],
  ['Summarize how sessions are kept in Redis', false], ['Give me an overview of the release process', false], ['Summarize this workspace.', false],
  ['总结一下 Redis 的会话', false], ['概述发布流程', false],
])('a request for a digest that names a topic is not answered from whatever is open: %s', (standaloneQuestion, isOfSelected) => {
  check({ intent: 'summarize', complexity: 'MEDIUM', standaloneQuestion }, { selected: 'a.md' }, isOfSelected ? 'SELECTED_DOC a.md' : 'AGENTIC');
});

test('a folder, or several documents, are not read whole', () => {
  check({ intent: 'summarize', complexity: 'MEDIUM', scope: { paths: ['docs'] } }, {}, 'AGENTIC');
  check({ intent: 'summarize', complexity: 'MEDIUM', scope: { paths: ['a.md', 'b.md'] } }, { selected: 'a.md' }, 'AGENTIC');
  check({ intent: 'summarize', complexity: 'MEDIUM' }, {}, 'AGENTIC');
});
