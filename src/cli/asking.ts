import type { DocumentIndex } from '../app/documentIndex';
import { DEFAULT_SETTINGS } from '../app/settings';
import type { TurnDeps, TurnTools } from '../app/turn/turn';
import { turnOptions } from '../app/turnOptions';
import { AssistantError } from '../model/errors';
import type { ChatModel, Clock, Consent, DialectName, Schedule } from '../model/ports';
import { defined } from '../util/defined';
import type { AskOptions } from './askOptions';

/** What a question of the command line is answered with. */
export interface AskParts {
  readonly notes: TurnTools['notes'] | undefined;
  readonly sandbox: TurnTools['sandbox'] | undefined;
  readonly index: DocumentIndex;
  readonly model: ChatModel | undefined;
  readonly nonce: string;
  readonly now: Clock;
  readonly schedule: Schedule;
  readonly random: () => number;
}

/** Who starts a command has said with its options what it may do; nobody is there to be asked. */
const CONSENT: Consent = { remembered: () => undefined, ask: async (use) => Promise.resolve(use === 'runCode') };

/**
 * What a turn of the command line needs.
 * @throws AssistantError files.notFound if the document that it is to be about is not indexed.
 */
export async function turnOfCommand(ask: AskOptions, parts: AskParts): Promise<TurnDeps> {
  const { index, notes, sandbox, ...rest } = parts;
  const { options } = turnOptions(DEFAULT_SETTINGS);
  const dialects = new Map<string, DialectName>();
  const document = ask.document === undefined ? undefined : await findDocument(ask.document, index);
  return {
    ...rest,
    index,
    // Chosen and named: what is asked of it is looked for in it.
    context: { history: [], ...(document === undefined ? {} : { selected: document, mentions: [document] }) },
    options: { ...options, assurance: ask.assurance, isAgentic: ask.isAgentic, maxRounds: ask.maxRounds, dialect: ask.dialect },
    tools: { consent: CONSENT, ...defined({ notes, sandbox }) },
    dialects: { recall: (id) => dialects.get(id), remember: (id, dialect) => dialects.set(id, dialect) },
  };
}

async function findDocument(name: string, index: DocumentIndex): Promise<string> {
  const [path, ...others] = await index.findPaths(name, 4);
  if (path === undefined || (await index.passagesOf(path)).length === 0) {
    throw new AssistantError('files.notFound', `No indexed document is called ${name}. Give its path inside the folder${path === undefined ? '' : `, such as one in ${[path, ...others].join(', ')}`}.`);
  }
  return path;
}
