import { expect, test } from 'vitest';
import type { DocumentIndex } from '../../../src/app/documentIndex';
import type { CommandWorld, WorkCommand } from '../../../src/cli/run';
import { EXIT, runCommand } from '../../../src/cli/run';
import { AssistantError } from '../../../src/model/errors';
import type { IndexReport } from '../../../src/model/indexReport';
import type { TurnEvent, TurnOutcome } from '../../../src/model/turn';

const COMMON = { folder: 'f', json: true, progress: false, indexDir: undefined, embedding: undefined };
const INDEX: WorkCommand = { name: 'index', ...COMMON };
const SEARCH: WorkCommand = { name: 'search', query: 'q', k: 1, mode: 'hybrid', ...COMMON };
const ASK: WorkCommand = {
  name: 'ask', question: 'q', trace: 'trace', traceHasContent: true, model: undefined, assurance: 'standard', dialect: 'auto', maxRounds: 4, isAgentic: true,
  runsCode: false, document: undefined, notes: undefined, ...COMMON,
};

const unwritable = new AssistantError('index.unwritable', 'The disk is full.');
const outcome = { answer: 'yes', citations: [], stopReason: 'answered', model: 'm' } as unknown as TurnOutcome;

function world({ files = 1, sync, trace = async () => undefined, signal = new AbortController().signal }: {
  files?: number;
  sync?: () => Promise<IndexReport>;
  trace?: CommandWorld['appendTrace'];
  signal?: AbortSignal;
} = {}) {
  const warnings: string[] = [];
  const report = { files, passages: files, failed: [], skipped: {}, warnings: [], seconds: 0, bytes: 0 } as unknown as IndexReport;
  const index = {
    sync: sync ?? (async () => report),
    report: async () => report,
    search: async () => ({ passages: [], tiers: [], stale: [] }),
  } as unknown as DocumentIndex;
  const answer = async function* (): AsyncGenerator<TurnEvent> { yield { type: 'ended', outcome }; };
  return { warnings, index, answer, appendTrace: trace, onProgress: () => undefined, warn: (text: string) => { warnings.push(text); }, now: () => 0, newId: () => 't1', signal };
}

test.each([INDEX, SEARCH, ASK])('$name that is stopped while indexing fails, and says that nothing is lost', async (command) => {
  const stop = new AbortController();
  stop.abort();
  await expect(runCommand(command, world({ signal: stop.signal }))).rejects.toMatchObject({ code: 'cancelled', message: expect.stringContaining('kept') as string });
});

test('an index that cannot be saved is asked all the same, with a warning', async () => {
  const full = world({ sync: () => Promise.reject(unwritable) });
  await expect(runCommand(SEARCH, full)).resolves.toMatchObject({ code: EXIT.nothingFound });
  expect(full.warnings).toEqual(['The disk is full.']);
});

test('it is a failure where nothing else was asked for, and where there is nothing to ask', async () => {
  const sync = () => Promise.reject(unwritable);
  await expect(runCommand(INDEX, world({ sync }))).rejects.toBe(unwritable);
  await expect(runCommand(SEARCH, world({ sync, files: 0 }))).rejects.toBe(unwritable);
});

test('a trace that cannot be written is told before anything is done', async () => {
  const refused = new AssistantError('files.unreadable', 'no place');
  const sync = () => Promise.reject(new Error('reached'));
  await expect(runCommand(ASK, world({ sync, trace: () => Promise.reject(refused) }))).rejects.toBe(refused);
});

test.each([['cancelled', 'cancelled'], ['model.unreachable', 'failed']] as const)('the record of a turn that came to nothing says why: %s', async (code, stopReason) => {
  const written: string[] = [];
  const error = new AssistantError(code, 'No answer.');
  const failing = world({ trace: async (_, lines) => { written.push(lines); } });
  // eslint-disable-next-line require-yield -- it fails before it tells anything
  const answer = async function* (): AsyncGenerator<TurnEvent> { throw error; };
  await expect(runCommand(ASK, { ...failing, answer })).rejects.toBe(error);
  expect(JSON.parse(written.join(''))).toEqual({ turn: 't1', atMs: 0, event: 'end', question: 'q', stopReason, code, message: 'No answer.' });
});

test('an answer is not lost for want of its record', async () => {
  const full = world({ trace: (_, lines) => (lines === '' ? Promise.resolve() : Promise.reject(new AssistantError('files.unreadable', 'disk full'))) });
  await expect(runCommand(ASK, full)).resolves.toMatchObject({ code: EXIT.answered, output: { json: { answer: 'yes' } } });
  expect(full.warnings).toEqual(['disk full']);
});
