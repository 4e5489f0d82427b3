// @ts-check
/**
 * Runs a command and ends it, with everything it started, as soon as whoever called is gone — even killed without a word.
 * Called as `node leash.mjs command args…` in its own process group, with a pipe as standard input: the pipe's end is the sign.
 */
import { spawn } from 'node:child_process';

/** How long the command has for an orderly end, in milliseconds. */
const GRACE_MS = 3000;

const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', (error) => console.error(error.message)).once('close', end);
process.stdin.resume().once('end', stop).once('error', stop);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, stop);

function stop() {
  child.kill('SIGTERM');
  setTimeout(end, GRACE_MS);
}

/** The group holds this process, the command, and what the command left behind. */
function end() {
  process.kill(-process.pid, 'SIGKILL');
}
