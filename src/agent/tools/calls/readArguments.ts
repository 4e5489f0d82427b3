import type { JsonValue } from '../../../util/looseJson';
import { parseLoosely } from '../../../util/looseJson';
import { shortenArguments } from './shortenArguments';

/** Arguments by the names that a model gave them. */
export type NamedArguments = Readonly<Record<string, JsonValue>>;

/** What a model gave to a tool. */
export interface WrittenArguments {
  /** Empty where there is no object in what it wrote. */
  readonly named: NamedArguments;
  /** What it wrote, where that is not plainly an object: a query or a program, perhaps, without its name. */
  readonly bare?: string;
}

/**
 * The arguments of a call, in whatever form a model wrote them: JSON or nearly, JSON in a string or a list, printed twice,
 * wrapped in another object, no object at all. Never throws; linear.
 */
export function readArguments(written: string): WrittenArguments {
  const text = shortenArguments(written).trim();
  const exact = parseExactly(text);
  if (exact === undefined) {
    return readText(text);
  }
  const [value = null] = isList(exact) ? exact : [exact];
  return isNamed(value) ? { named: unwrap(value) } : typeof value === 'string' ? readText(value.trim()) : { named: {}, ...bareNumber(value) };
}

function parseExactly(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // Not JSON: it is read leniently.
    return undefined;
  }
}

function readText(text: string): WrittenArguments {
  const value = parseLoosely(text);
  const [first = null] = value !== undefined && isList(value) ? value : [value];
  return { named: isNamed(first) ? unwrap(first) : {}, bare: text };
}

function bareNumber(value: JsonValue): { bare?: string } {
  return typeof value === 'number' ? { bare: `${value}` } : {};
}

/** Names under which models put the arguments one level deeper. No tool has an argument of such a name that is an object. */
const WRAPPERS = ['arguments', 'args', 'parameters', 'params', 'kwargs', 'input', 'tool_input'];

function unwrap(named: NamedArguments): NamedArguments {
  for (const wrapper of WRAPPERS) {
    const inner = named[wrapper];
    const value = typeof inner === 'string' && /^\s*[{｛]/u.test(inner) ? parseLoosely(inner) : inner;
    if (value !== undefined && isNamed(value)) {
      return value;
    }
  }
  return named;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isNamed(value: JsonValue): value is NamedArguments {
  return typeof value === 'object' && value !== null && !isList(value);
}
