import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Mind } from '../../support/namedModels';
import { mind } from '../../support/namedModels';
import type { Asked, RoundModel } from '../../support/scriptedRounds';
import { startRounds } from '../../support/scriptedRounds';
import { docmind, parsed } from '../cli/docmind';
import { KEY, readSent } from './sent';

export const TEAM = join(import.meta.dirname, '../../fixtures/team');

/** A line of the record of a turn. */
export interface Recorded {
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** What a program is told of an answer. */
export interface Answered {
  readonly answer: string;
  readonly citations: readonly { readonly n: number; readonly path: string; readonly startLine: number; readonly endLine: number; readonly check: string; readonly quote: string; readonly source?: string }[];
  readonly route: string;
  readonly stopReason: string;
  readonly grade: string;
  readonly coverage: number;
  readonly invalidRefs: number;
  readonly unsupported: readonly { readonly missing: readonly string[] }[];
  readonly model: string | null;
  readonly trouble?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Where and how it is asked. */
export interface Asking {
  /** The folder of the index. */
  readonly index: string;
  readonly args?: readonly string[];
  /** The person presses Ctrl-C as soon as the model is asked such a thing. */
  readonly interruptAt?: (asked: Asked) => boolean;
}

/**
 * Asks the small handbook with a model on a real server, as a person would on the command line. Whatever is asked, and
 * whatever the model does: nothing is sent that must not be, and the key is told to nobody else.
 */
export async function askTeam(question: string, model: RoundModel, { index, args = [], interruptAt = () => false }: Asking) {
  let interrupt = (): void => undefined;
  const server = await startRounds((asked) => {
    if (interruptAt(asked)) {
      // A moment later, so that what is said until then has arrived.
      setTimeout(interrupt, 100);
    }
    return model(asked);
  });
  onTestFinished(() => server.close());
  const file = join(await temporary(), 'trace.jsonl');
  const common = ['--json', '--base-url', server.baseUrl, '--model', 'scripted', '--index-dir', index, '--trace', file];
  const run = await docmind(['ask', TEAM, question, ...common, ...args], { DOCMIND_API_KEY: KEY }, (stop) => { interrupt = stop; });
  const record = await readFile(file, 'utf8');
  const trace = record.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded);
  expect(`${run.stdout}${run.stderr}${record}`, 'what is told').not.toContain(KEY);
  expect(run.stderr, 'what Node itself has to say').not.toContain('Warning');
  return { ...told(run, trace), sent: readSent(server.requests), requests: server.requests };
}

function told(run: Awaited<ReturnType<typeof docmind>>, trace: readonly Recorded[]) {
  const of = (event: string) => trace.filter((record) => record.event === event);
  return {
    run,
    outcome: parsed(run) as unknown as Answered,
    trace,
    of,
    /** The X-ray of the model's reasoning: each call as `round tool {arguments}`, those of code without a round. */
    calls: of('tool').map(({ round, tool, arguments: given }) => [round ?? 'code', tool, wordsOf(given)].join(' ')),
    /** Per round: `fresh/cumulative`. */
    yields: of('roundEnd').map(({ fresh, cumulative }) => `${String(fresh)}/${String(cumulative)}`),
    stop: of('gather')[0]?.stop,
    /** The trail, a line for each step. */
    trail: of('recovery').map(({ during, failure, action, result }) => `${String(during)}: ${String(failure)} → ${String(action)} → ${String(result)}`),
  };
}

/** The query of a search; anything else as it is. */
function wordsOf(given: unknown): string {
  const { query } = (given ?? {}) as { query?: unknown };
  return typeof query === 'string' ? query : JSON.stringify(given);
}

async function temporary(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'docmind-trace-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A question that rules leave to a model, and what it says of one that takes steps. */
export const WHY = '为什么值班每周一上午十点交接？';
export const COMPLEX = { intent: 'question', complexity: 'COMPLEX' };

const UNDERSTANDS = /^You decide how a question/;
const GATHERS = /^You gather evidence/;

/** A model that understands a question as told, gathers in any dialect, and answers. */
export function teamMind({ understands = COMPLEX, gather, answer, special = [] }: Mind & { readonly understands?: object }): RoundModel {
  return mind({
    special: [
      ...special,
      { when: UNDERSTANDS, does: () => `say ${JSON.stringify(understands)}` },
      { when: GATHERS, does: gather },
    ],
    gather,
    answer,
  });
}
