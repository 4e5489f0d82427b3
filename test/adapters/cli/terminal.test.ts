import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/tempFolder';
import { CORPUS, docmind, sharedIndex } from './docmind';

const indexDir = sharedIndex();
const CLI = join(import.meta.dirname, '../../../dist/cli.js');

/** Runs the command line in a shell, so that its output can go where a person would send it. */
async function inShell(script: string): Promise<{ code: number | null; stderr: string }> {
  const child = spawn('sh', ['-c', script, process.execPath, CLI, CORPUS, indexDir()], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

test('a reader who has seen enough is no failure', async () => {
  const { stderr } = await inShell('("$0" "$1" search "$2" lease -k 200 --json --index-dir "$3"; echo "code $?" >&2) | true');
  expect(stderr).toBe('code 0\n');
});

test.skipIf(process.platform !== 'linux')('a result that cannot be written is a failure, told in a sentence', async () => {
  const { code, stderr } = await inShell('"$0" "$1" search "$2" lease --index-dir "$3" > /dev/full');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^docmind: The result could not be written \([^\n]*\)\.\n$/u);
});

test('escapes in the name and the text of a file are shown, not obeyed', async () => {
  const [folder, dir] = [await tempFolder(), await tempFolder()];
  await writeFile(join(folder, 'red\u001b[31m.md'), '# Lease\n\nA lease \u001b]0;title\u0007 is short, and whoever holds it says so again every ten seconds, or loses the job.\n');
  const run = await docmind(['search', folder, 'lease', '--index-dir', dir]);
  expect(run.stdout).toContain('red␛[31m.md');
  expect(run.stdout).toContain('␛]0;title␇');
  expect(run.stdout).not.toContain('\u001b');
});

test('an index that is stopped fails, and what it did is kept', async () => {
  const [folder, dir] = [await tempFolder(), await tempFolder()];
  const section = (i: number): string => `## Part ${i}\n\n${`The lease number ${i} of the worker. `.repeat(20)}\n\n`;
  await writeFile(join(folder, 'long.md'), Array.from({ length: 400 }, (_, i) => section(i)).join(''));
  const child = spawn(process.execPath, [CLI, 'index', folder, '--index-dir', dir], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
  const saved = async (): Promise<boolean> => readFile(join(dir, 'manifest.json')).then(() => true, () => false);
  await expect.poll(saved, { timeout: 30_000 }).toBe(true);
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'docmind: Stopped. What was indexed is kept; the next run goes on from there.\n' });
});
