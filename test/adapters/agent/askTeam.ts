import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RoundModel } from '../../support/scriptedRounds';
import { startRounds } from '../../support/scriptedRounds';
import { docmind, parsed } from '../cli/docmind';

const TEAM = join(import.meta.dirname, '../../fixtures/team');

/** A line of the record of a turn. */
export interface Recorded {
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** Asks the small handbook with a model on a real server, as a person would on the command line. */
export async function askTeam(question: string, rounds: string | RoundModel, options: { readonly index: string; readonly args?: readonly string[] }) {
  const server = await startRounds(rounds);
  onTestFinished(() => server.close());
  const dir = await mkdtemp(join(tmpdir(), 'docmind-trace-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, 'trace.jsonl');
  const run = await docmind([
    'ask', TEAM, question, '--json', '--base-url', server.baseUrl, '--model', 'scripted', '--index-dir', options.index, '--trace', file, ...(options.args ?? []),
  ]);
  const trace = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded);
  const of = (event: string) => trace.filter((record) => record.event === event);
  return { run, outcome: parsed(run), trace, of, server };
}
