import { expect, test } from 'vitest';
import { parseHistory } from '../../../src/app/chatHistory';
import { presentReference, presentSources, presentStep } from '../../../src/app/present';
import { untranslated } from '../../../src/app/translate';
import type { Passage, PassageOrigin } from '../../../src/model/passage';
import type { DialectName } from '../../../src/model/ports';
import type { ToolReport, TurnEvent } from '../../../src/model/turn';
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
  const steps = [{ id: '1', label: 'Searching', detail: 'Searching for a long time', done: true }, { label: 'Asking', done: true }];
  const turn = { id: 't', question: 'q', steps, answer: '', sources: [source!], notice: 'before', remark: 'after', end: { kind: 'answered' as const } };
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

const CALL = { round: 1, tool: 'searchDocs', arguments: { query: 'leases' } };
const done = (change: Partial<ToolReport>): TurnEvent => ({ type: 'toolDone', ...CALL, status: 'ok', found: 4, fresh: 3, ms: 1, ...change });

test.each<[TurnEvent, string]>([
  [{ type: 'toolCalled', ...CALL }, 'Searching the documents for “leases”'],
  [done({}), 'Searching the documents for “leases” · 3 new passages'],
  [done({ fresh: 1 }), 'Searching the documents for “leases” · 1 new passage'],
  [done({ fresh: 0 }), 'Searching the documents for “leases” · nothing new'],
  [done({ tool: 'runCode', arguments: { code: '1 + 1' }, found: 0, fresh: 0 }), 'Calculating'],
  [done({ status: 'repeated' }), 'Searching the documents for “leases” · looked up before'],
  [done({ status: 'timedOut', tool: 'readDoc', arguments: { doc: 'docs/cli.md' } }), 'Reading docs/cli.md · took too long'],
  [done({ status: 'refused', tool: 'constructor' }), 'There is no tool “constructor” · not possible'],
  [done({ status: 'refused', arguments: '{"query":' }), 'Searching the documents for “” · not possible'],
])('what a call is and what came of it: %#', (event, label) => {
  expect(presentStep(event, untranslated)?.label).toBe(label);
});

test('a call and its result are one step, and the same call in another round is another', () => {
  const nameOf = (event: TurnEvent) => presentStep(event, untranslated)?.id;
  expect(nameOf(done({}))).toBe(nameOf({ type: 'toolCalled', ...CALL }));
  expect(nameOf(done({ round: 2 }))).not.toBe(nameOf(done({})));
});

test('where the model decides first what to look up, that is said, once', () => {
  const labelOf = (round: number, dialect: DialectName) => presentStep({ type: 'round', round, dialect }, untranslated)?.label;
  expect([labelOf(1, 'native'), labelOf(1, 'react'), labelOf(2, 'native'), labelOf(1, 'tags')])
    .toEqual(['Deciding what to look up', 'Deciding what to look up', undefined, undefined]);
});

test('what a label has no room for is its detail, up to a bound', () => {
  const query = 'a word '.repeat(20);
  const step = presentStep(done({ arguments: { query } }), untranslated);
  expect(step?.label).toMatch(/^Searching the documents for “(?:a word ){11}a …” · 3 new passages$/u);
  expect(step?.detail).toBe(`Searching the documents for “${query}” · 3 new passages`);
  expect(presentStep({ type: 'searching', query: 'word '.repeat(10_000) }, untranslated)?.detail?.length).toBeLessThan(1_100);
  expect(presentStep({ type: 'fellBack', from: 'AGENTIC', to: 'ONE_SHOT', reason: 'No connection.' }, untranslated)).toEqual({ label: 'Searching in one go instead', detail: 'No connection.', done: false });
});
