import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

export const CORPUS = join(ROOT, 'test/fixtures/corpus');

/** What a run of the command line left. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the built command line as a person would: a process of its own, no terminal.
 * @param whileRunning - is given what interrupts it, as Ctrl-C does.
 */
export function docmind(args: readonly string[], env: Readonly<Record<string, string>> = {}, whileRunning?: (interrupt: () => void) => void): Promise<Run> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), ...args], {
    env: { ...process.env, DOCMIND_API_KEY: '', OPENAI_API_KEY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  whileRunning?.(() => { child.kill('SIGINT'); });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text; });
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => { resolve({ code, stdout, stderr }); });
  });
}

/** The JSON object that a run printed. */
export function parsed(run: Run): Record<string, unknown> {
  return JSON.parse(run.stdout) as Record<string, unknown>;
}

/** An index of the corpus that the tests of a file share: making it takes longer than asking it. */
export function sharedIndex(): () => string {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'docmind-index-'));
    return () => rm(dir, { recursive: true, force: true });
  });
  return () => dir;
}
