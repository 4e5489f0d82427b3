import { expect, test } from 'vitest';
import { parseHistory } from '../../../src/app/chatHistory';
import { presentReference, presentSources } from '../../../src/app/present';
import { untranslated } from '../../../src/app/translate';
import type { Passage, PassageOrigin } from '../../../src/model/passage';
import type { SourceOriginView } from '../../../src/protocol/viewState';

const FILE: Passage = {
  path: 'a.md', kind: 'text', headings: [], span: { start: 0, end: 5, startLine: 2, endLine: 3 }, text: 'hello', key: 'k', score: 1, relevance: 0.5, ranks: {},
};
const page = (url: string): PassageOrigin => ({ kind: 'web', url, retrievedAt: '2026-01-01T00:00:00Z' });

function check(origin: PassageOrigin | undefined, shown: SourceOriginView | undefined, reference: string) {
  const passage = origin === undefined ? FILE : { ...FILE, origin };
  const [source] = presentSources([{ n: 3, passage }]);
  expect(source?.origin).toEqual(shown);
  expect(presentReference(source!, untranslated)).toBe(reference);
  const turn = { id: 't', question: 'q', steps: [], answer: '', sources: [source!], end: { kind: 'answered' as const } };
  const history = { turns: [{ view: turn, evidence: [{ n: 3, passage }] }] };
  expect(parseHistory(structuredClone(history))).toEqual(history);
}

test('files, pages and notes are told apart in the view, in a copied answer and in what is kept', () => {
  check(undefined, undefined, '[3] a.md:2-3');
  check(page('https://docs.example.org/x?y=1'), { kind: 'web', url: 'https://docs.example.org/x?y=1', host: 'docs.example.org' }, '[3] https://docs.example.org/x?y=1');
  check({ kind: 'memory', noteId: '7' }, { kind: 'memory' }, '[3] Note: a.md');
});

test('an address that makes no sense is shown as it is', () => {
  check(page('nowhere'), { kind: 'web', url: 'nowhere', host: 'nowhere' }, '[3] nowhere');
});
