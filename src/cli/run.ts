import type { DocumentIndex } from '../app/documentIndex';
import { AssistantError, toAssistantError } from '../model/errors';
import type { IndexProgress, IndexReport } from '../model/indexReport';
import type { TurnEvent, TurnOutcome } from '../model/turn';
import { TurnTrace } from '../trace/turnTrace';
import type { Command, EvalCommand } from './args';
import type { Output } from './output';
import { answerOutput, hitsOutput, reportOutput } from './output';

/** Exit codes of the command line. */
export const EXIT = { answered: 0, failed: 1, badUsage: 2, nothingFound: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command works with. */
export interface CommandWorld {
  readonly index: DocumentIndex;
  readonly onProgress: (progress: IndexProgress) => void;
  /** Tells the person something that is not the result. */
  readonly warn: (message: string) => void;
  readonly answer: (question: string, signal: AbortSignal) => AsyncIterable<TurnEvent>;
  /** Appends lines to the trace file. */
  readonly appendTrace: (file: string, lines: string) => Promise<void>;
  readonly now: () => number;
  /** Names a turn in a trace file, which may hold those of many runs. */
  readonly newId: () => string;
  readonly signal: AbortSignal;
}

/** A command on a folder of files. */
export type WorkCommand = Exclude<Command, { name: 'help' | 'version' } | EvalCommand>;

/**
 * How long a question waits for passages to be embedded, in ms. What is missing then is hardly missed: the best passages
 * are read beside the question anyway. `docmind index` embeds everything.
 */
const EMBED_FOR_MS = 8_000;

/**
 * Runs one command: brings the index up to date first, always.
 *
 * @throws AssistantError, also `cancelled` for a command that was stopped before it had its result.
 */
export async function runCommand(command: WorkCommand, world: CommandWorld): Promise<{ output: Output; code: ExitCode }> {
  if (command.name === 'ask' && command.trace !== undefined) {
    await world.appendTrace(command.trace, ''); // a place that cannot be written is told before time and money are spent
  }
  const report = await bringUpToDate(command.name, world);
  report.warnings.forEach(world.warn);
  if (world.signal.aborted) {
    throw new AssistantError('cancelled', 'Stopped. What was indexed is kept; the next run goes on from there.');
  }
  switch (command.name) {
    case 'index':
      return { output: reportOutput(report), code: EXIT.answered };
    case 'search':
      return search(command, world);
    case 'ask':
      return ask(command, world);
  }
}

async function bringUpToDate(name: WorkCommand['name'], { index, onProgress, signal, warn }: CommandWorld): Promise<IndexReport> {
  try {
    return await index.sync(onProgress, signal, name === 'index' ? {} : { embedForMs: EMBED_FOR_MS });
  } catch (error) {
    // What cannot be saved can still be asked: what this run has read, or what an earlier one saved.
    const isUnsaved = error instanceof AssistantError && error.code === 'index.unwritable' && name !== 'index';
    const report = isUnsaved ? await index.report() : undefined;
    if (report === undefined || report.files === 0) {
      throw error;
    }
    warn(toAssistantError(error).message);
    return report;
  }
}

async function search(
  { query, k, mode }: Extract<Command, { name: 'search' }>,
  { index, now, signal }: CommandWorld,
): Promise<{ output: Output; code: ExitCode }> {
  const started = now();
  const result = await index.search({ query, k, mode }, signal);
  const output = hitsOutput(result, now() - started);
  return { output, code: result.passages.length === 0 ? EXIT.nothingFound : EXIT.answered };
}

async function ask(
  { question, trace, traceHasContent }: Extract<Command, { name: 'ask' }>,
  world: CommandWorld,
): Promise<{ output: Output; code: ExitCode }> {
  const started = world.now();
  const turn = new TurnTrace(world.newId(), { hasContent: traceHasContent });
  const lines: string[] = [];
  let outcome: TurnOutcome | undefined;
  let trouble: string | undefined;
  try {
    for await (const event of world.answer(question, world.signal)) {
      lines.push(...turn.record(event, world.now() - started).map((record) => `${JSON.stringify(record)}\n`));
      outcome = event.type === 'ended' ? event.outcome : outcome;
      trouble = event.type === 'answering' ? event.trouble : trouble;
    }
  } catch (error) {
    lines.push(`${JSON.stringify(turn.failed(question, toAssistantError(error), world.now() - started))}\n`);
    throw error;
  } finally {
    // A turn that failed leaves its record too: that is when it is needed. An answer is not lost for want of its record.
    if (trace !== undefined) {
      await world.appendTrace(trace, lines.join('')).catch((error: unknown) => { world.warn(toAssistantError(error).message); });
    }
  }
  if (outcome === undefined) {
    throw new Error('The turn ended without an outcome.');
  }
  return { output: answerOutput(outcome, trouble), code: exitCode(outcome) };
}

function exitCode({ stopReason }: TurnOutcome): ExitCode {
  switch (stopReason) {
    case 'answered':
      return EXIT.answered;
    case 'nothingFound':
      return EXIT.nothingFound;
    case 'cancelled':
    case 'failed':
      return EXIT.failed;
  }
}
