import { expect, test } from 'vitest';
import type { DocumentIndex } from '../../../src/app/documentIndex';
import type { TurnOptions } from '../../../src/app/turn/turn';
import { runTurn } from '../../../src/app/turnRunner';
import type { AssistantError } from '../../../src/model/errors';
import type { Evidence } from '../../../src/model/evidence';
import type { Passage } from '../../../src/model/passage';
import type { ChatModel } from '../../../src/model/ports';
import type { TurnEvent, TurnOutcome } from '../../../src/model/turn';
import type { ModelStep } from '../../support/scriptedModel';
import { createScriptedModel, SILENCE } from '../../support/scriptedModel';
import { turnDeps } from '../../support/turnDeps';

const FILES: Record<string, string | undefined> = {
  'retries.md': '# Retries\n\nA failed job is tried 5 times.\n',
  'tokens.md': '# Tokens\n\nA token lives for 90 days.\n',
};

function passage(path: string, startLine: number, text: string): Passage {
  const start = FILES[path]!.indexOf(text);
  return {
    path, kind: 'section', headings: [], text, key: path, score: 0.9, similarity: 0.6, ranks: { keyword: 1, semantic: 1 },
    span: { start, end: start + text.length, startLine, endLine: startLine },
  };
}

const RETRIES = passage('retries.md', 3, 'A failed job is tried 5 times.');
const TOKENS = passage('tokens.md', 3, 'A token lives for 90 days.');

/** An index that finds the given passages for any query. */
function indexOf(passages: readonly Passage[], files = FILES): DocumentIndex {
  const report = { files: 2, passages: 2, bytes: 1, failed: [], skipped: {}, seconds: 0, model: '', dir: '', embedded: 0, warnings: [] };
  return {
    sync: () => Promise.reject(new Error('not used')),
    search: async () => ({ passages, tiers: ['keyword', 'semantic'], stale: [] }),
    readText: async (path) => files[path],
    passagesOf: async () => [],
    findPaths: async () => [],
    relevanceTo: async () => undefined,
    whereIs: async () => [],
    report: async () => ({ ...report, tiers: ['keyword', 'semantic'] }),
    headings: async () => [],
    clear: async () => undefined,
    dispose: async () => undefined,
  };
}

interface Asked {
  readonly index?: DocumentIndex;
  readonly model?: ChatModel;
  readonly signal?: AbortSignal;
  readonly previous?: readonly Evidence[];
  readonly options?: Partial<TurnOptions>;
}

/** Runs a turn; its events as one line each, and its outcome. */
async function ask(question: string, { index = indexOf([RETRIES, TOKENS]), model, signal = new AbortController().signal, previous = [], options = {} }: Asked = {}) {
  const lines: string[] = [];
  let outcome: TurnOutcome | undefined;
  const context = { history: previous.length === 0 ? [] : [{ question: 'before', answer: 'so', evidence: previous }] };
  for await (const event of runTurn(question, turnDeps({ index, model, context, options }), signal)) {
    lines.push(line(event));
    outcome = event.type === 'ended' ? event.outcome : outcome;
  }
  return { lines, outcome: outcome! };
}

function line(event: TurnEvent): string {
  switch (event.type) {
    case 'searching': return `searching ${event.query}`;
    case 'found': return `found ${event.passages}`;
    case 'evidence': return `evidence ${event.evidence.map(({ n, passage: { path } }) => `[${n}] ${path}`).join(' ')}`;
    case 'answering': return `answering ${event.model ?? 'extract'}`;
    case 'delta': return `delta ${event.text}`;
    case 'ended': return `ended ${event.outcome.stopReason}`;
    case 'routed': return `routed ${event.route}`;
    default: return event.type;
  }
}

/** The lines after what was understood and where it goes. */
const afterRouting = (lines: readonly string[]) => lines.slice(lines.findIndex((told) => told.startsWith('routed')) + 1);
const scripted = (...steps: ModelStep[]) => createScriptedModel([steps], 'm');

test('a model answers from numbered evidence, piece by piece, and its citations are checked', async () => {
  const model = scripted('It is tried ', '5 times [1', '].', { type: 'usage', usage: { inputTokens: 9, outputTokens: 3 } });
  const { lines, outcome } = await ask('How often is a failed job tried?', { model });
  expect(lines.slice(0, 2)).toEqual(['understood', 'routed ONE_SHOT']);
  expect(afterRouting(lines)).toEqual([
    'searching How often is a failed job tried?', 'found 2', 'evidence [1] retries.md [2] tokens.md', 'answering m',
    'delta It is tried', 'delta  5 times', 'delta  [1].', 'ended answered',
  ]);
  expect(outcome).toMatchObject({
    answer: 'It is tried 5 times [1].',
    citations: [{ n: 1, path: 'retries.md', check: 'verified', quote: 'A failed job is tried 5 times.' }],
    coverage: 1, invalidRefs: 0, unsupported: [], model: 'm', usage: { inputTokens: 9, outputTokens: 3 },
  });
  expect(JSON.stringify(model.requests)).toContain('A token lives for 90 days.');
});

test('without a model the answer is quoted from the evidence, with its number', async () => {
  const { lines, outcome } = await ask('How often is a failed job tried?');
  expect(afterRouting(lines)[3]).toBe('answering extract');
  expect(outcome.answer).toContain('A failed job is tried 5 times. [1]');
  expect(outcome.model).toBeUndefined();
  expect(outcome.citations.map(({ path }) => path)).toContain('retries.md');
});

test('in an extract the first number is that of what is quoted first, whatever was found first; to a model that of the best passage', async () => {
  const question = 'How long does a token live?';
  const { lines, outcome } = await ask(question);
  expect(afterRouting(lines)[2]).toBe('evidence [2] retries.md [1] tokens.md');
  expect(outcome).toMatchObject({ answer: expect.stringContaining('A token lives for 90 days. [1]') as string, citations: [{ n: 1, path: 'tokens.md' }] });
  expect(afterRouting((await ask(question, { model: scripted('Long [2].') })).lines)[2]).toBe('evidence [1] retries.md [2] tokens.md');
  const { lines: later } = await ask(question, { previous: [{ n: 1, passage: RETRIES }] });
  expect(afterRouting(later)[2]).toBe('evidence [1] retries.md [2] tokens.md');
});

test('a number that no evidence has is removed and counted', async () => {
  const { outcome } = await ask('How often is a failed job tried?', { model: scripted('Five times [1] or so [9].') });
  expect(outcome).toMatchObject({ answer: 'Five times [1] or so.', invalidRefs: 1 });
});

test('a follow-up keeps the numbers of what it finds again; the numbers of what it does not are no citations', async () => {
  const { outcome: first } = await ask('How long does a token live?', { index: indexOf([TOKENS]) });
  const again = { index: indexOf([RETRIES, TOKENS]), previous: first.evidence, options: { assurance: 'fast' } as const, model: scripted('Ninety days [1], five times [2], and [3].') };
  const { lines, outcome } = await ask('How often is a failed job tried, and how long does a token live?', again);
  expect(afterRouting(lines)[2]?.split(' [').slice(1).sort()).toEqual(['1] tokens.md', '2] retries.md']);
  expect(outcome).toMatchObject({ answer: 'Ninety days [1], five times [2], and.', invalidRefs: 1 });
  const other = await ask('How often is a failed job tried?', { index: indexOf([RETRIES]), previous: outcome.evidence, model: scripted('Five [2] or [1].') });
  expect(other.outcome).toMatchObject({ answer: 'Five [2] or.', invalidRefs: 1, citations: [{ n: 2, path: 'retries.md' }] });
});

test('a passage whose text has changed since is another one', async () => {
  const { outcome } = await ask('How often is a failed job tried?', { index: indexOf([RETRIES]) });
  const changed = { ...RETRIES, text: 'A failed job is tried 6 times.', key: 'other' };
  const { lines } = await ask('How often is a failed job tried?', { index: indexOf([changed]), previous: outcome.evidence });
  expect(afterRouting(lines)[2]).toBe('evidence [2] retries.md');
});

test('a page is cited as it was read: nothing of the workspace is looked up for it', async () => {
  const url = 'https://example.org/retries.md';
  const page: Passage = { ...RETRIES, path: url, origin: { kind: 'web', url, retrievedAt: '2026-01-01' } };
  const files = new Proxy<typeof FILES>({}, { get: () => { throw new Error('looked up'); } });
  const { outcome } = await ask('How often is a failed job tried?', { index: indexOf([page], files) });
  expect(outcome.citations).toEqual([expect.objectContaining({ n: 1, path: url, origin: page.origin, check: 'verified', span: page.span, quote: page.text })]);
  expect(outcome.answer).toContain('A failed job is tried 5 times. [1]');
});

test('what the cited lines do not state is reported', async () => {
  const { outcome } = await ask('How often is a failed job tried?', { model: scripted('It is tried 7 times [1].') });
  expect(outcome.unsupported).toEqual([expect.objectContaining({ n: 1, missing: ['7'] })]);
});

test('a file that changed while the model wrote is found out at the end', async () => {
  const files = { ...FILES };
  const index = indexOf([RETRIES], files);
  const model: ChatModel = {
    name: 'm',
    id: 'm',
    stream: async function* () {
      files['retries.md'] = `New line.\n${FILES['retries.md'] ?? ''}`;
      yield { type: 'text', text: 'Five [1].' };
    },
  };
  const { outcome } = await ask('How often is a failed job tried?', { index, model });
  expect(outcome.citations).toEqual([expect.objectContaining({ check: 'moved', span: expect.objectContaining({ startLine: 4 }) as object })]);
});

test('a file that was renamed while the model wrote is cited under its new name', async () => {
  const files = { 'tokens.md': FILES['tokens.md'], 'old.md': undefined, 'jobs/retries.md': FILES['retries.md'] };
  const index: DocumentIndex = { ...indexOf([RETRIES], files), whereIs: async () => ['tokens.md', 'jobs/retries.md'] };
  const { outcome } = await ask('How often is a failed job tried?', { index, model: scripted('A failed job is tried 5 times [1].') });
  expect(outcome.citations).toEqual([expect.objectContaining({ n: 1, path: 'jobs/retries.md', check: 'moved', support: [{ start: 0, end: 30 }] })]);
});

test('nothing found is said by code: no model is asked, nothing is cited', async () => {
  const model = scripted('I invent something.');
  const { lines, outcome } = await ask('Who won the cup?', { index: indexOf([]), model });
  expect(lines.at(-1)).toBe('ended nothingFound');
  expect(outcome.answer).toMatch(/Not in your documents[^]*Who won the cup\?/u);
  expect(model.requests).toEqual([]);
});

test('cancel in mid-answer ends at once with what was told before', async () => {
  const controller = new AbortController();
  const told: string[] = [];
  const turn = runTurn('How often is a failed job tried?', turnDeps({ index: indexOf([RETRIES]), model: scripted('Half ', SILENCE) }), controller.signal);
  const failure = await (async () => {
    for await (const event of turn) {
      told.push(line(event));
      if (event.type === 'delta') {
        controller.abort();
      }
    }
    return undefined;
  })().catch((error: unknown) => error as AssistantError);
  expect(failure?.code).toBe('cancelled');
  expect(told.at(-1)).toBe('delta Half');
});
