import { parentPort, workerData } from 'node:worker_threads';
import { runProgram } from './runProgram';
import type { Program, ThreadMessage } from './wire';

/** One thread runs one program: whatever a program breaks ends with its thread. */
const port = parentPort;
if (port !== null) {
  const post = (message: ThreadMessage): void => { port.postMessage(message); };
  void runProgram(workerData as Program, () => { post({ type: 'started' }); }).then((result) => { post({ type: 'ended', result }); });
}
