import { CUT, HANG, json, send, startScriptedServer, type ReceivedRequest, type ScriptedAnswer, type ScriptedServer } from './scriptedServer';
import { QUIRKS, writeReply, type Quirk, type WrittenCall, type WrittenReply } from './scriptedWire';

/*
 * A language model in the form of a script, one line for each round, played by a real HTTP server on loopback.
 *
 *     call searchDocs {"query":"leases"} | readDoc {"path":"docs/cli.md"}     two calls in one round
 *     say The lease is 90 s [1].                    text, streamed word by word; \n is a line break
 *     say Let me look. => call searchDocs {"query":"leases"}                  both
 *     slow 50 say The lease is 90 s [1].            50 ms before each piece
 *     cut say The lease is                          the connection breaks in the middle of the last word
 *     hang say The lease is                         silence after the last word; `hang` alone: no headers, no answer
 *     ends length say The lease is                  with that finish reason
 *     as ollama-index0,no-usage call a {} | b {}    as a server with those quirks sends it, see QUIRKS
 *     429 retry-after=1 Slow down                   a status, headers, and words in an error as OpenAI has it
 *     raw {"choices":[]} | [DONE]                   server-sent events, one for each payload
 *     body <html>                                   a body, letter by letter
 *
 * `slow`, `cut`, `hang`, `ends` and `as` may be combined. Empty lines and lines that begin with # are passed over.
 */

/** Reads the lines of a script. @throws Error for a line that is none. */
export function readScript(script: string): readonly string[] {
  const lines = script.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** What a model was asked, in the terms that a script decides by. */
export interface Asked {
  readonly request: ReceivedRequest;
  /** Requests that the server had before this one. */
  readonly n: number;
  /** Names of the tools that are offered; none where the model is to write. */
  readonly tools: readonly string[];
  readonly system: string;
  /** What the user said last. */
  readonly user: string;
  /** Everything that was said, in order. */
  readonly text: string;
  /** What came back from tools so far, oldest first: messages of tools, and of the user where they hold an observation. */
  readonly observations: readonly string[];
  /** Messages in which the model called tools before. */
  readonly rounds: number;
}

/** Decides a round by what the model was asked; gives a line of a script. */
export type RoundModel = (asked: Asked) => string;

/** Starts a server that plays a script, or what a model decides request by request. A request too many gets status 418. */
export function startRounds(rounds: string | readonly string[] | RoundModel): Promise<ScriptedServer> {
  if (typeof rounds === 'function') {
    return startScriptedServer((request, n) => readRound(rounds(readAsked(request, n)), n));
  }
  const lines = typeof rounds === 'string' ? readScript(rounds) : rounds;
  const answers = lines.map(readRound);
  return startScriptedServer(answers);
}

interface ReceivedMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly unknown[];
}

function readAsked(request: ReceivedRequest, n: number): Asked {
  const { messages, tools = [] } = request.body as { messages: readonly ReceivedMessage[]; tools?: readonly { function: { name: string } }[] };
  const contents = (role: string): string[] => messages.filter((message) => message.role === role).map(({ content }) => content ?? '');
  return {
    request,
    n,
    tools: tools.map((tool) => tool.function.name),
    system: contents('system').join('\n'),
    user: contents('user').at(-1) ?? '',
    text: messages.map(({ content }) => content ?? '').join('\n'),
    observations: messages.filter(isObservation).map(({ content }) => content ?? ''),
    rounds: messages.filter(({ tool_calls: calls = [] }) => calls.length > 0).length,
  };
}

function isObservation({ role, content }: ReceivedMessage): boolean {
  return role === 'tool' || (role === 'user' && (content ?? '').includes('<observation'));
}

/** The answer that a line stands for. @param n - rounds before it: makes the ids of calls unique. */
export function readRound(line: string, n: number): ScriptedAnswer {
  const [, status, rest = ''] = /^(\d{3})\b\s*([^]*)$/.exec(line) ?? [];
  if (status !== undefined) {
    return readStatus(Number(status), rest);
  }
  const [, verb, argument = ''] = /^(raw|body) ([^]*)$/.exec(line) ?? [];
  if (verb !== undefined) {
    return { steps: verb === 'body' ? [send(argument)] : argument.split(' | ').map((payload) => send(`data: ${payload}\n\n`)) };
  }
  if (line === 'hang' || line === 'cut') {
    return { steps: [line === 'hang' ? HANG : CUT] };
  }
  return writeReply(readReply(line), n);
}

function readStatus(status: number, rest: string): ScriptedAnswer {
  const [given = ''] = /^(?:[\w-]+=\S+\s*)*/.exec(rest) ?? [];
  const headers = Object.fromEntries([...given.matchAll(/([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
  return json(status, { error: { message: rest.slice(given.length) || `Status ${status}.` } }, headers);
}

function readReply(line: string): WrittenReply {
  const [, modifiers = '', verb, rest = ''] = /^((?:(?:slow|ends|as) \S+ |cut |hang )*)(say|call)(?: ([^]*))?$/.exec(line) ?? [];
  if (verb === undefined) {
    throw new Error(`No line of a script: ${line}`);
  }
  const [said = '', called] = verb === 'call' ? ['', rest] : rest.split(' => call ');
  return { text: said.replaceAll('\\n', '\n'), calls: called === undefined ? [] : readCalls(called), ...readModifiers(modifiers) };
}

function readModifiers(text: string): Pick<WrittenReply, 'quirks' | 'slowMs' | 'ends' | 'breaks'> {
  const valueOf = (name: string): string | undefined => new RegExp(`\\b${name} (\\S+) `).exec(text)?.[1];
  return {
    quirks: new Set(valueOf('as')?.split(',').map(readQuirk)),
    slowMs: Number(valueOf('slow') ?? 0),
    ends: valueOf('ends'),
    breaks: (['cut', 'hang'] as const).find((name) => text.includes(`${name} `)),
  };
}

/** Calls stand between ` | `; a bar in arguments is followed by something else than a name and a brace. */
function readCalls(text: string): WrittenCall[] {
  return text.split(/ \| (?=\S+(?: |$))/).map((call) => {
    const [, name = '', args = ''] = /^(\S+)(?: ([^]*))?$/.exec(call) ?? [];
    return { name, args };
  });
}

function readQuirk(name: string): Quirk {
  const quirk = QUIRKS.find((known) => known === name);
  if (quirk === undefined) {
    throw new Error(`No quirk of a server: ${name}. There are ${QUIRKS.join(', ')}.`);
  }
  return quirk;
}
