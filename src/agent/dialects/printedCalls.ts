import type { ToolCall, ToolOffer } from '../../model/ports';
import type { JsonValue } from '../../util/looseJson';
import { parseLoosely } from '../../util/looseJson';
import { objectsIn } from './objectsIn';
import { readPrintedArguments } from './printedArguments';

/** Calls that a model printed as text. */
export interface PrintedCalls {
  readonly calls: readonly ToolCall[];
  /** True if a call was certainly meant, and none can be read. */
  readonly isMalformed: boolean;
}

/** More calls than this in one reply are none: the model does not stop. */
const MAX_CALLS = 24;

/**
 * What announces a call, in the formats that models were trained on and that servers fail to parse: tags with the call in
 * them or with its name in the tag, the special tokens of some vendors, and the lines of ReAct prompts.
 */
const MARK =
  /[<＜](?:tool_calls?|function_calls?|action|invoke|function)\b([^<>＜＞]{0,200})[>＞]|\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call(?:_begin)?\|>|<｜tool▁sep｜>|^[^\S\n]*Action\s*[:：]/gimu;

/** Of those, what stands in no text that is about something else. */
const SURE_MARK = /<tool_calls?>|<function=|\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call(?:_begin)?\|>|<｜tool▁sep｜>/iu;

const CLOSING = /[<＜]\/(?:tool_calls?|function_calls?|action|invoke|function)\s*[>＞]|<\|tool_call_end\|>|<｜tool▁call▁end｜>|<\/?s>|<\|(?:eot_id|eom_id|im_end)\|>/iu;

const NAME = /^[`'"“]?([A-Za-z_][\w.-]{0,63})[`'"”]?/u;

/** What stands behind the name of a tool that does not exist. Anything else is a sentence, and no call. */
const CALL_FORM = /^\s*(?:$|[({[（｛［<]|Action\s+Input\b|[:：]\s*[{[｛［])/iu;

/** A call without its id. */
interface Printed {
  readonly name: string;
  readonly arguments: string;
}

/**
 * Reads the calls in a text, in order: announced by one of {@link MARK}; or, where nothing is, JSON that names a tool and
 * lines such as `searchDocs(query="x")`. Of the latter only names of tools that are offered, since any text may look like one.
 * Total and linear.
 *
 * @param idOf - names the call at a position.
 */
export function readPrintedCalls(text: string, offers: readonly ToolOffer[], idOf: (at: number) => string): PrintedCalls {
  const found = announced(text).flatMap((segment) => callsIn(segment, offers));
  const calls = (found.length > 0 ? found : unannounced(text, offers)).slice(0, MAX_CALLS).map((call, at) => ({ id: idOf(at), ...call }));
  return { calls, isMalformed: calls.length === 0 && SURE_MARK.test(text) };
}

interface Segment {
  /** What stands in the tag behind its word. */
  readonly attributes: string;
  readonly body: string;
}

/** What stands behind each mark, up to the next one. Marks that only hold others, and say nothing themselves, are passed over. */
function announced(text: string): Segment[] {
  const marks = [...text.matchAll(MARK)];
  return marks
    .map((mark, at) => ({ attributes: mark[1] ?? '', body: text.slice(mark.index + mark[0].length, marks[at + 1]?.index) }))
    .filter(({ attributes, body }, at) => nameInTag(attributes) !== undefined || at === marks.length - 1 || withoutEnd(body) !== '');
}

function withoutEnd(body: string): string {
  const end = body.search(CLOSING);
  return (end === -1 ? body : body.slice(0, end)).replace(/```\w{0,20}/g, '').trim();
}

/** `<function=searchDocs>`, `<invoke name="searchDocs">`. */
function nameInTag(attributes: string): string | undefined {
  return /^\s*(?:name\s*)?=\s*["']?([\w.-]{1,64})/.exec(attributes)?.[1];
}

function callsIn({ attributes, body }: Segment, offers: readonly ToolOffer[]): Printed[] {
  const named = nameInTag(attributes);
  if (named !== undefined) {
    return [{ name: named, arguments: parametersIn(body) ?? readPrintedArguments(withoutEnd(body), []) }];
  }
  const content = withoutEnd(body);
  const [whole, name] = NAME.exec(content) ?? [];
  if (whole === undefined || name === undefined) {
    return fromObjects(content, offers, 'announced');
  }
  const isOffered = offers.some((offer) => offer.name === name);
  const inWords = isOffered ? [] : fromObjects(content, offers, 'guessed');
  const behind = content.slice(whole.length);
  const isCall = isOffered || CALL_FORM.test(behind);
  return inWords.length > 0 || !isCall ? inWords : [{ name, arguments: parametersIn(body) ?? argumentsBehind(behind, namesOf(name, offers)) }];
}

const PARAMETER =
  /<parameter(?:\s{0,9}=|\s{1,9}name\s{0,9}=)\s{0,9}["']?([\w.-]{1,64})["']?[^<>]{0,40}>|<arg_key>([^<]{1,64})<\/arg_key>\s{0,40}<arg_value>/giu;

/** `<parameter=query>x</parameter>`, `<parameter name="query">x</parameter>`, `<arg_key>query</arg_key><arg_value>x</arg_value>`. */
function parametersIn(body: string): string | undefined {
  const marks = [...body.matchAll(PARAMETER)];
  const entries = marks.map((mark, at) => {
    const value = body.slice(mark.index + mark[0].length, marks[at + 1]?.index);
    return [mark[1] ?? mark[2] ?? '', (value.split(/<\/(?:parameter|arg_value|function|invoke|tool_call)>/iu, 1)[0] ?? '').trim()] as const;
  });
  return entries.length === 0 ? undefined : JSON.stringify(Object.fromEntries(entries));
}

/** ` {"query": "x"}`, `(query="x")`, `: x`, a line `Action Input: x`. */
function argumentsBehind(written: string, names: readonly string[]): string {
  const text = written.replace(/^\s*(?:Action\s+Input|Input)\s*[:：]|^\s*[:：]/iu, '').trim();
  const [, inner] = /^[(（]([^]*?)[)）]?$/u.exec(text) ?? [];
  return readPrintedArguments(inner ?? text, names);
}

function namesOf(name: string, offers: readonly ToolOffer[]): string[] {
  const properties = offers.find((offer) => offer.name === name)?.parameters.properties;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function unannounced(text: string, offers: readonly ToolOffer[]): Printed[] {
  const calls = fromObjects(text, offers, 'guessed');
  return calls.length > 0 ? calls : text.split('\n').flatMap((line) => fromLine(line, offers));
}

/** A line that is a call and nothing else. */
function fromLine(line: string, offers: readonly ToolOffer[]): Printed[] {
  const code = line.trim().replace(/^print\((.*)\)$/, '$1');
  const [, name = '', inner = ''] = /^([A-Za-z_]\w{0,63})[(（](.*)[)）];?$/u.exec(code) ?? [];
  return offers.some((offer) => offer.name === name) ? [{ name, arguments: readPrintedArguments(inner, namesOf(name, offers)) }] : [];
}

function fromObjects(text: string, offers: readonly ToolOffer[], certainty: Certainty): Printed[] {
  return [...objectsIn(text)].flatMap((object) => fromJson(parseLoosely(object), offers, certainty));
}

type Json = Readonly<Record<string, JsonValue>>;

/** How sure it is that a JSON object is a call. */
type Certainty = 'announced' | 'guessed';

const NAME_KEYS = ['name', 'tool', 'tool_name', 'toolName', 'function', 'action', 'recipient_name'];
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'params', 'input', 'action_input', 'tool_input'];

function fromJson(value: JsonValue | undefined, offers: readonly ToolOffer[], certainty: Certainty): Printed[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).flatMap((one) => fromJson(one, offers, certainty));
  }
  const object = value as Json;
  const inner = object.tool_calls ?? (typeof object.function === 'object' ? object.function : undefined);
  return inner === undefined ? callOf(object, offers, certainty) : fromJson(inner, offers, certainty);
}

function callOf(object: Json, offers: readonly ToolOffer[], certainty: Certainty): Printed[] {
  const { hasArguments = false, ...call } = namedCall(object) ?? keyedCall(object, offers) ?? { name: '', arguments: '' };
  const isOffered = offers.some(({ name }) => name === call.name);
  return call.name !== '' && (isOffered || certainty === 'announced' || hasArguments) ? [call] : [];
}

interface JsonCall extends Printed {
  readonly hasArguments?: boolean;
}

/** `{"name": "searchDocs", "arguments": {…}}`, and with other words for the two; what is left over are arguments, if none are named so. */
function namedCall(object: Json): JsonCall | undefined {
  const key = NAME_KEYS.find((one) => typeof object[one] === 'string');
  const name = key === undefined ? undefined : object[key];
  if (key === undefined || typeof name !== 'string') {
    return undefined;
  }
  const given = ARGUMENT_KEYS.map((one) => object[one]).find((one) => one !== undefined);
  const { [key]: _name, ...rest } = object;
  const value = given ?? rest;
  const hasArguments = typeof given === 'object' && given !== null;
  return { name, arguments: typeof value === 'string' ? value : JSON.stringify(value), hasArguments };
}

/** `{"searchDocs": {…}}`. */
function keyedCall(object: Json, offers: readonly ToolOffer[]): JsonCall | undefined {
  const [[name, value] = ['', undefined], ...others] = Object.entries(object);
  const isCall = others.length === 0 && value !== undefined && offers.some((offer) => offer.name === name);
  return isCall ? { name, arguments: JSON.stringify(value) } : undefined;
}
