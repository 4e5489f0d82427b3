import { parseArgs } from 'node:util';
import type { AskOptions } from './askOptions';
import { ASK_OPTIONS, ASK_USAGE, parseAskOptions } from './askOptions';
import type { ModelOption } from './values';
import { nonEmpty, parseCount, parseModel, UsageError } from './values';

/** A command line that was understood. */
export type Command =
  | { readonly name: 'help' | 'version' }
  | ({ readonly name: 'index' } & CommonOptions)
  | ({ readonly name: 'search'; readonly query: string; readonly k: number; readonly mode: SearchModeOption } & CommonOptions)
  | ({ readonly name: 'ask'; readonly question: string } & AskOptions & CommonOptions)
  | EvalCommand;

/** What every command takes. */
export interface CommonOptions {
  readonly folder: string;
  readonly json: boolean;
  readonly progress: boolean;
  readonly indexDir: string | undefined;
  /** The model that embeds passages in place of the one on this machine. */
  readonly embedding: ModelOption | undefined;
}

/** Measures retrieval on a test set. `folder` is what is searched: a folder of files, or the documents of the set. */
export interface EvalCommand extends CommonOptions {
  readonly name: 'eval';
  readonly set: string;
  /** True if the set brings questions only, about the files of `folder`. */
  readonly hasOwnCorpus: boolean;
  /** Ask only so many queries, from the first. */
  readonly limit: number | undefined;
}

type SearchModeOption = 'hybrid' | 'vector' | 'keyword';

export const USAGE = `Usage:
  docmind index  FOLDER [--json]
  docmind search FOLDER "query" [-k 20] [--mode hybrid|vector|keyword] [--json]
  docmind ask    FOLDER "question" [--base-url URL --model NAME] [--assurance LEVEL] [--trace FILE] [--json] …
  docmind eval   --set DIR [--corpus FOLDER] [--limit N] [--json]

Options:
  --index-dir DIR   keep the index in DIR (default: a folder of the user's cache)
  --embedding-url URL, --embedding-model NAME
                    embed passages and questions with a model of an OpenAI-compatible endpoint: they are sent there
  --no-progress     print no progress (none is printed in a pipe)
  --json            print one JSON object
  -k N              at most N passages, 1 to 1000 (default 20)
${ASK_USAGE}  --set DIR         a retrieval test set: queries.jsonl, qrels.tsv, and corpus.jsonl unless --corpus is given
  --corpus FOLDER   search the files of FOLDER; the set judges paths
  --limit N         ask the first N queries only
  --help, --version

The key of the endpoint is read from DOCMIND_API_KEY or OPENAI_API_KEY, that of embeddings from DOCMIND_EMBEDDING_KEY, or
from the same unless --base-url names another server.
Exit codes: 0 answered, 1 failed, 2 bad usage, 3 nothing found.
`;

const OPTIONS = {
  'json': { type: 'boolean' },
  'no-progress': { type: 'boolean' },
  'index-dir': { type: 'string' },
  'embedding-url': { type: 'string' },
  'embedding-model': { type: 'string' },
  'k': { type: 'string', short: 'k' },
  'mode': { type: 'string' },
  ...ASK_OPTIONS,
  'set': { type: 'string' },
  'corpus': { type: 'string' },
  'limit': { type: 'string' },
  'help': { type: 'boolean', short: 'h' },
  'version': { type: 'boolean' },
} as const;

type WorkName = Exclude<Command['name'], 'help' | 'version'>;

/** Options that only some commands take. */
const SPECIAL: Readonly<Record<WorkName, readonly string[]>> = {
  index: [],
  search: ['k', 'mode'],
  ask: Object.keys(ASK_OPTIONS),
  eval: ['set', 'corpus', 'limit'],
};

/**
 * Reads a command line (without node and script).
 * @throws UsageError if it makes no sense; nothing has been done then.
 */
export function parseCommandLine(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help === true) {
    return { name: 'help' };
  }
  if (values.version === true) {
    return { name: 'version' };
  }
  const [name, ...rest] = positionals;
  if (!isWorkName(name)) {
    throw new UsageError(name === undefined ? 'No command given.' : `Unknown command '${name}'.`);
  }
  refuseOptionsOfOthers(name, values);
  if (name === 'eval') {
    refuse(rest);
    return parseEval(values);
  }
  const [folder = '', ...texts] = rest;
  if (folder === '') {
    throw new UsageError(`'${name}' needs a folder.`);
  }
  return parseWork(name, texts, { common: commonOptions(folder, values), values });
}

type Values = ReturnType<typeof parse>['values'];

function commonOptions(folder: string, values: Values): CommonOptions {
  return {
    folder,
    json: values.json === true,
    progress: values['no-progress'] !== true,
    indexDir: nonEmpty(values['index-dir'], '--index-dir'),
    embedding: parseModel(values, ['embedding-url', 'embedding-model']),
  };
}

function parseEval(values: Values): EvalCommand {
  const set = nonEmpty(values.set, '--set');
  const corpus = nonEmpty(values.corpus, '--corpus');
  if (set === undefined) {
    throw new UsageError("'eval' needs --set.");
  }
  const limit = values.limit === undefined ? undefined : parseCount(values.limit, '--limit', 1_000_000);
  return { name: 'eval', set, hasOwnCorpus: corpus === undefined, limit, ...commonOptions(corpus ?? set, values) };
}

function parseWork(name: Exclude<WorkName, 'eval'>, texts: readonly string[], { common, values }: { common: CommonOptions; values: Values }): Command {
  switch (name) {
    case 'index':
      refuse(texts);
      return { name, ...common };
    case 'search': {
      const query = onlyText(texts, "'search' needs a query.");
      return { name, query, k: parseCount(values.k ?? '20', '-k', 1_000), mode: parseMode(values.mode), ...common };
    }
    case 'ask':
      return { name, question: onlyText(texts, "'ask' needs a question."), ...parseAskOptions(values), ...common };
  }
}

function isWorkName(name: string | undefined): name is WorkName {
  return name !== undefined && Object.hasOwn(SPECIAL, name);
}

function refuseOptionsOfOthers(name: WorkName, values: Values): void {
  for (const option of Object.values(SPECIAL).flat()) {
    if (option in values && !SPECIAL[name].includes(option)) {
      throw new UsageError(`'${name}' takes no option --${option}.`);
    }
  }
}

function onlyText([text = '', ...rest]: readonly string[], message: string): string {
  refuse(rest);
  if (text.trim() === '') {
    throw new UsageError(message);
  }
  return text;
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // parseArgs says in words what is wrong with the command line.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function refuse([extra]: readonly string[]): void {
  if (extra !== undefined) {
    throw new UsageError(`Unexpected argument '${extra}'. Put a text of several words in quotes.`);
  }
}

function parseMode(value = 'hybrid'): SearchModeOption {
  if (value === 'hybrid' || value === 'vector' || value === 'keyword') {
    return value;
  }
  throw new UsageError(`--mode is one of hybrid, vector, keyword, not '${value}'.`);
}
