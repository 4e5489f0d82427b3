import { CUT, delta, DONE, event, HANG, json, send, wait, type ScriptedAnswer, type Step } from './scriptedServer';

/**
 * Ways in which servers differ from OpenAI on the wire, each as some server really does it.
 *
 * Calls: `no-index` and `ollama-index0` (with two calls: both the same index), `one-chunk` (a whole call in one piece, all calls
 * in one chunk), `args-object`, `no-id`, `null-id` (after the first piece), `same-id`, `changing-id`, `repeated-name`,
 * `empty-name`, `cumulative-args`, `duplicate-args`, `several-indexes` (one call at three indexes), `function-call` (the field
 * that came before `tool_calls`), `finish-stop`, `gemini` (no index, finish `stop`, a signature that must be sent back).
 *
 * Calls as text: `printed-call` (`<tool_call>{json}</tool_call>`), `function-tag` (`<function=name>{json}</function>`),
 * `parameter-tag` (`<tool_call><function=name><parameter=key>…`), `fenced-call`, `bare-call`, `leftover-call` (the first call
 * as it should be, the others printed).
 *
 * Reasoning: `reasoning` (`reasoning_content`), `ollama-reasoning` (`reasoning`), `reasoning-details`, `think` (tags in the text).
 *
 * Frame: `letters` (a piece for each, where others send words), `empty-choices` (at the beginning), `no-role`, `no-finish`, `no-done`, `no-usage`, `whole` (no stream, one document),
 * `error-200` (an error in place of the answer).
 */
export const QUIRKS = [
  'no-index', 'ollama-index0', 'one-chunk', 'args-object', 'no-id', 'null-id', 'same-id', 'changing-id', 'repeated-name', 'empty-name',
  'cumulative-args', 'duplicate-args', 'several-indexes', 'function-call', 'finish-stop', 'gemini',
  'printed-call', 'function-tag', 'parameter-tag', 'fenced-call', 'bare-call', 'leftover-call',
  'reasoning', 'ollama-reasoning', 'reasoning-details', 'think',
  'letters', 'empty-choices', 'no-role', 'no-finish', 'no-done', 'no-usage', 'whole', 'error-200',
] as const;

export type Quirk = (typeof QUIRKS)[number];

/** A call as a script has it. Its arguments may be no JSON. */
export interface WrittenCall {
  readonly name: string;
  readonly args: string;
}

/** What a model replies in one round. */
export interface WrittenReply {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
  readonly quirks: ReadonlySet<Quirk>;
  /** Between two pieces, in ms. */
  readonly slowMs: number;
  /** The finish reason, where it is not the one that follows from the reply. */
  readonly ends: string | undefined;
  /** Breaks off: in the middle of the last piece, or by silence after it. */
  readonly breaks: 'cut' | 'hang' | undefined;
}

const THOUGHT = 'They want a fact. Better look it up.';

/** The reply as a server with those quirks sends it. @param round - makes the ids of calls unique. */
export function writeReply(reply: WrittenReply, round: number): ScriptedAnswer {
  const { quirks, slowMs, breaks } = reply;
  if (quirks.has('error-200')) {
    return json(200, { error: { message: 'The model is busy.', type: 'server_error' } });
  }
  if (quirks.has('whole')) {
    return json(200, document(reply, round));
  }
  const pieces = deltas(reply, round).map((fields) => delta(fields));
  const said = breaks === 'cut' ? cutShort(pieces) : pieces;
  const steps = [...opening(quirks), ...said].flatMap((step) => (slowMs > 0 ? [wait(slowMs), step] : [step]));
  return { steps: [...steps, ...ending(reply)] };
}

function opening(quirks: ReadonlySet<Quirk>): Step[] {
  return [
    ...(quirks.has('empty-choices') ? [event({ choices: [], prompt_filter_results: [] })] : []),
    ...(quirks.has('no-role') ? [] : [delta({ role: 'assistant', content: '' })]),
  ];
}

function ending(reply: WrittenReply): Step[] {
  const { quirks, breaks } = reply;
  if (breaks !== undefined) {
    return [breaks === 'cut' ? CUT : HANG];
  }
  return [
    ...(quirks.has('no-finish') ? [] : [delta({}, finishOf(reply))]),
    ...(quirks.has('no-usage') ? [] : [event({ choices: [], usage: USAGE })]),
    ...(quirks.has('no-done') ? [] : [DONE]),
  ];
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function cutShort(pieces: readonly Step[]): Step[] {
  const last = pieces.at(-1);
  const half = last?.do === 'send' ? last.text.slice(0, last.text.length / 2) : '';
  return [...pieces.slice(0, -1), send(half)];
}

/** Calls in their field, and those that are left in the text. */
function split({ calls, quirks }: WrittenReply): { readonly native: readonly WrittenCall[]; readonly printed: readonly WrittenCall[] } {
  const isPrinted = (['printed-call', 'function-tag', 'parameter-tag', 'fenced-call', 'bare-call'] as const).some((quirk) => quirks.has(quirk));
  const nativeCount = isPrinted ? 0 : quirks.has('leftover-call') ? 1 : calls.length;
  return { native: calls.slice(0, nativeCount), printed: calls.slice(nativeCount) };
}

function finishOf(reply: WrittenReply): string {
  const isCall = split(reply).native.length > 0 && !reply.quirks.has('finish-stop') && !reply.quirks.has('gemini');
  return reply.ends ?? (isCall ? (reply.quirks.has('function-call') ? 'function_call' : 'tool_calls') : 'stop');
}

function textOf(reply: WrittenReply): string {
  const thought = reply.quirks.has('think') ? `<think>${THOUGHT}</think>\n\n` : '';
  return thought + [reply.text, ...split(reply).printed.map((call) => print(call, reply.quirks))].filter((part) => part !== '').join('\n');
}

function print({ name, args }: WrittenCall, quirks: ReadonlySet<Quirk>): string {
  const object = `{"name": ${JSON.stringify(name)}, "arguments": ${args}}`;
  if (quirks.has('function-tag')) {
    return `<function=${name}>${args}</function>`;
  }
  if (quirks.has('parameter-tag')) {
    const parameters = Object.entries(JSON.parse(args) as object).map(([key, value]) => `<parameter=${key}>\n${typeof value === 'string' ? value : JSON.stringify(value)}\n</parameter>`);
    return `<tool_call>\n<function=${name}>\n${parameters.join('\n')}\n</function>\n</tool_call>`;
  }
  if (quirks.has('fenced-call')) {
    return `\`\`\`json\n${object}\n\`\`\``;
  }
  return quirks.has('bare-call') ? object : `<tool_call>\n${object}\n</tool_call>`;
}

function deltas(reply: WrittenReply, round: number): object[] {
  const { quirks } = reply;
  const words = textOf(reply).match(quirks.has('letters') ? /[^]/gu : /\s*\S+\s*/g) ?? [];
  return [...reasoning(quirks), ...words.map((content) => ({ content })), ...callDeltas(split(reply).native, quirks, round)];
}

function reasoning(quirks: ReadonlySet<Quirk>): object[] {
  return (THOUGHT.match(/\S+\s*/g) ?? []).flatMap((word) => [
    ...(quirks.has('reasoning') ? [{ reasoning_content: word }] : []),
    ...(quirks.has('ollama-reasoning') ? [{ reasoning: word }] : []),
    ...(quirks.has('reasoning-details') ? [{ reasoning_details: [{ type: 'reasoning.text', text: word, index: 0 }] }] : []),
  ]);
}

/** A piece of a call as it stands in `delta.tool_calls`. */
interface Piece {
  readonly index?: number;
  readonly id?: string | null;
  readonly type?: 'function';
  readonly function: { readonly name?: string; readonly arguments: unknown };
  readonly extra_content?: object;
}

function callDeltas(calls: readonly WrittenCall[], quirks: ReadonlySet<Quirk>, round: number): object[] {
  const perCall = calls.map((call, i) => piecesOf(call, i, quirks, round));
  if (quirks.has('function-call')) {
    return perCall.flat().map((piece) => ({ function_call: piece.function }));
  }
  if (quirks.has('one-chunk') && perCall.length > 0) {
    return [{ tool_calls: perCall.flat() }];
  }
  return perCall.flat().map((piece) => ({ tool_calls: [piece] }));
}

/** Quirks of servers that send a call whole. */
const WHOLE: readonly Quirk[] = ['one-chunk', 'ollama-index0', 'no-index', 'gemini', 'args-object', 'several-indexes'];

function piecesOf({ name, args }: WrittenCall, i: number, quirks: ReadonlySet<Quirk>, round: number): Piece[] {
  const id = quirks.has('same-id') ? 'call_0' : `call_${round}_${i}`;
  const texts = WHOLE.some((quirk) => quirks.has(quirk)) ? [args] : ['', ...inPieces(args, quirks)];
  const pieces = texts.map((text, k) => ({
    ...indexOf(i, quirks),
    ...idOf(id, k, quirks),
    ...(k === 0 && { type: 'function' as const }),
    function: { ...nameOf(name, k, quirks), arguments: quirks.has('args-object') ? (JSON.parse(text) as unknown) : text },
    ...(quirks.has('gemini') && i === 0 && { extra_content: { google: { thought_signature: 'c2ln' } } }),
  }));
  return quirks.has('several-indexes') ? pieces.flatMap((piece) => [0, 1, 2].map((more) => ({ ...piece, index: 3 * i + more }))) : pieces;
}

function inPieces(args: string, quirks: ReadonlySet<Quirk>): string[] {
  const cuts = [0, Math.ceil(args.length / 3), Math.ceil((2 * args.length) / 3), args.length];
  const pieces = cuts.slice(1).map((end, k) => args.slice(quirks.has('cumulative-args') ? 0 : cuts[k], end));
  return quirks.has('duplicate-args') ? [...pieces, args] : pieces;
}

function indexOf(i: number, quirks: ReadonlySet<Quirk>): Pick<Piece, 'index'> {
  return quirks.has('no-index') || quirks.has('gemini') ? {} : { index: quirks.has('ollama-index0') ? 0 : i };
}

function idOf(id: string, k: number, quirks: ReadonlySet<Quirk>): Pick<Piece, 'id'> {
  if (quirks.has('changing-id')) {
    return { id: `${id}_${k}` };
  }
  return quirks.has('no-id') ? {} : k === 0 ? { id } : quirks.has('null-id') ? { id: null } : {};
}

function nameOf(name: string, k: number, quirks: ReadonlySet<Quirk>): { readonly name?: string } {
  return k === 0 || quirks.has('repeated-name') ? { name } : quirks.has('empty-name') ? { name: '' } : {};
}

/** The reply as one document, as a server sends it that does not stream. */
function document(reply: WrittenReply, round: number): object {
  const { native } = split(reply);
  const calls = native.map((call, i) => piecesOf(call, i, new Set([...reply.quirks, 'one-chunk']), round)[0]);
  const message = { role: 'assistant', content: textOf(reply) || null, ...(calls.length > 0 && { tool_calls: calls }) };
  const usage = reply.quirks.has('no-usage') ? {} : { usage: USAGE };
  return { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finishOf(reply) }], ...usage };
}
