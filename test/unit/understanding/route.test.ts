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
    check({ intent: 'summarize' }, { ...options, selected: 'a.md' }, 'SELECTED_DOC a.md');
  }
});

test('a digest is read from the selected document, or from the one that the question names', () => {
  check({ intent: 'summarize' }, { selected: 'a.md' }, 'SELECTED_DOC a.md');
  check({ intent: 'outline' }, { selected: 'a.md' }, 'SELECTED_DOC a.md');
  check({ intent: 'summarize', scope: { paths: ['docs/b.md'] } }, { selected: 'a.md' }, 'SELECTED_DOC docs/b.md');
  check({ intent: 'summarize', scope: { paths: ['LICENSE'] } }, {}, 'SELECTED_DOC LICENSE');
  check({ intent: 'question' }, { selected: 'a.md' }, 'ONE_SHOT');
});

test('a folder, or several documents, are not read whole', () => {
  check({ intent: 'summarize', complexity: 'MEDIUM', scope: { paths: ['docs'] } }, {}, 'AGENTIC');
  check({ intent: 'summarize', complexity: 'MEDIUM', scope: { paths: ['a.md', 'b.md'] } }, { selected: 'a.md' }, 'AGENTIC');
  check({ intent: 'summarize', complexity: 'MEDIUM' }, {}, 'AGENTIC');
});
