import { appendFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import manifest from '../../package.json';
import { schedule } from '../adapters/node/schedule';
import { readOnlyNotes } from '../adapters/node/noteStore';
import { parseApiKey, parseEndpoint } from '../adapters/openai/endpoint';
import { createOpenAiModel } from '../adapters/openai/openAiModel';
import { createQuickJsSandbox } from '../adapters/sandbox/quickJsSandbox';
import type { DocumentIndex, EmbeddingEndpoint } from '../app/documentIndex';
import { BYTES_PER_MB, DEFAULT_SETTINGS } from '../app/settings';
import { runTurn } from '../app/turnRunner';
import { composeIndex } from '../engine/compose';
import { AssistantError, toAssistantError } from '../model/errors';
import type { ChatModel, WorkspaceFiles } from '../model/ports';
import type { TurnEvent } from '../model/turn';
import type { Command, EvalCommand } from './args';
import { parseCommandLine, USAGE } from './args';
import { turnOfCommand } from './asking';
import type { AskOptions } from './askOptions';
import { parseAskOptions } from './askOptions';
import { runEvaluation } from './eval';
import { openTestSet } from './evalSet';
import { defaultIndexDir } from './indexDir';
import type { Output } from './output';
import { errorJson } from './output';
import { printable } from './printable';
import { ProgressLine } from './progressLine';
import type { CommandWorld, ExitCode, WorkCommand } from './run';
import { EXIT, runCommand } from './run';
import type { ModelOption } from './values';
import { UsageError } from './values';

/** The command line: parses, builds the engine, runs one command, closes everything. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  let command: Command;
  try {
    command = parseCommandLine(argv);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`docmind: ${printable(error.message)}\n\n${USAGE}`);
      if (argv.includes('--json')) {
        process.stdout.write(`${JSON.stringify(errorJson(new AssistantError('config.invalid', error.message)))}\n`);
      }
      return EXIT.badUsage;
    }
    throw error;
  }
  switch (command.name) {
    case 'help':
      process.stdout.write(USAGE);
      return EXIT.answered;
    case 'version':
      process.stdout.write(`${manifest.version}\n`);
      return EXIT.answered;
    case 'index':
    case 'search':
    case 'ask':
    case 'eval':
      return work(command);
  }
}

async function work(command: WorkCommand | EvalCommand): Promise<ExitCode> {
  const progress = new ProgressLine(process.stderr, command.progress);
  const warn = (message: string) => {
    progress.clear();
    process.stderr.write(`docmind: ${printable(message)}\n`);
  };
  try {
    const { output, code } = await execute(command, progress, warn);
    progress.clear();
    process.stdout.write(`${command.json ? JSON.stringify(output.json) : printable(output.text)}\n`);
    return code;
  } catch (error) {
    // The end of the line: every failure is told, with a code for programs.
    const failure = toAssistantError(error);
    warn(failure.message);
    if (command.json) {
      process.stdout.write(`${JSON.stringify(errorJson(failure))}\n`);
    }
    return EXIT.failed;
  }
}

async function execute(command: WorkCommand | EvalCommand, progress: ProgressLine, warn: (message: string) => void) {
  const root = resolve(command.folder);
  const answerer = createAnswerer(command.name === 'ask' ? command : parseAskOptions({}), warn);
  const endpoint = command.embedding && embeddingEndpoint(command.embedding, command.name === 'ask' ? command.model : undefined);
  const { files, run } = await prepare(command);
  const index = await composeIndex({
    root,
    dir: command.indexDir === undefined ? defaultIndexDir(root, process.env) : resolve(command.indexDir),
    assets: __dirname,
    maxFileBytes: DEFAULT_SETTINGS['index.maxFileSize'] * BYTES_PER_MB,
    exclude: [],
    include: [],
  }, { files, readEndpoint: () => endpoint });
  const interrupt = new AbortController();
  process.once('SIGINT', () => { interrupt.abort(); });
  try {
    return await run({
      index,
      onProgress: (step) => { progress.show(step); },
      warn,
      answer: (question, signal) => answerer.answer(question, index, signal),
      appendTrace,
      now: () => performance.now(),
      newId: () => crypto.randomUUID(),
      signal: interrupt.signal,
    });
  } finally {
    await answerer.dispose();
    await index.dispose();
  }
}

/** What a command searches, if not the files of its folder, and what it does then. */
interface PreparedCommand {
  readonly files: WorkspaceFiles | undefined;
  readonly run: (world: CommandWorld) => Promise<{ output: Output; code: ExitCode }>;
}

async function prepare(command: WorkCommand | EvalCommand): Promise<PreparedCommand> {
  if (command.name !== 'eval') {
    return { files: undefined, run: (world) => runCommand(command, world) };
  }
  const set = await openTestSet(command);
  return { files: set.files, run: async (world) => ({ output: await runEvaluation(set, world), code: EXIT.answered }) };
}

/** Answers questions with what the options name. An endpoint that cannot be right is told before anything is indexed. */
function createAnswerer(options: AskOptions, warn: (message: string) => void) {
  const model = options.model && createModel(options.model);
  const notes = options.notes === undefined ? undefined : readOnlyNotes(resolve(options.notes), warn);
  const sandbox = options.runsCode ? createQuickJsSandbox({ script: join(__dirname, 'sandbox.js'), wasm: join(__dirname, 'quickjs.wasm') }) : undefined;
  return {
    answer: async function* (question: string, index: DocumentIndex, signal: AbortSignal): AsyncGenerator<TurnEvent> {
      const parts = { index, model, notes, sandbox, nonce: crypto.randomUUID().replaceAll('-', ''), now: () => performance.now(), schedule, random: Math.random };
      yield* runTurn(question, await turnOfCommand(options, parts), signal);
    },
    dispose: async () => sandbox?.dispose(),
  };
}

function createModel({ baseUrl, name }: ModelOption): ChatModel {
  return createOpenAiModel({ baseUrl, model: name, apiKey: generalKey() });
}

function generalKey(): string | undefined {
  return process.env.DOCMIND_API_KEY ?? process.env.OPENAI_API_KEY;
}

/** Where passages are embedded. @throws AssistantError config.invalid, before anything is indexed. */
function embeddingEndpoint({ baseUrl, name }: ModelOption, chat: ModelOption | undefined): EmbeddingEndpoint {
  const { host } = parseEndpoint(baseUrl, name);
  // A key is for one server.
  const isElsewhere = chat !== undefined && parseEndpoint(chat.baseUrl, chat.name).host !== host;
  const apiKey = process.env.DOCMIND_EMBEDDING_KEY ?? (isElsewhere ? undefined : generalKey());
  parseApiKey(apiKey);
  return { baseUrl, model: name, apiKey };
}

async function appendTrace(file: string, lines: string): Promise<void> {
  try {
    await appendFile(file, lines);
  } catch (cause) {
    throw new AssistantError('files.unreadable', `The trace file ${file} cannot be written. Choose another with --trace.`, { cause });
  }
}

/** A reader who has seen enough, as `head` has, is no failure; a disk that is full is one. */
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') {
    process.stderr.write(`docmind: The result could not be written (${message}).\n`);
    process.exitCode = EXIT.failed;
  }
});
process.stderr.on('error', () => undefined); // there is nowhere left to tell it

void main(process.argv.slice(2)).then((code) => {
  process.exitCode ??= code;
});
