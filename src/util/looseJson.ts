/** What JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * The first object, or list of objects, in a text that is JSON or nearly so, the way models write it: in a fence or after
 * a sentence; with single, typographic, missing or unescaped quotes, full-width punctuation, Python's words, commas too
 * many or too few; without its end. What is JSON, and at most {@link MAX_DEPTH} deep, is read as JSON. Linear.
 *
 * @returns nothing if there is none.
 */
export function parseLoosely(text: string): JsonValue | undefined {
  const start = text.search(/[{｛]|[[［]\s{0,40}[{｛\]］]/u);
  const tokens = text.slice(start).matchAll(TOKEN);
  return start === -1 ? undefined : readValue(tokens, next(tokens), 0);
}

/** A quote ends a string only where a string can end: any other is part of it. */
const TOKEN =
  /(?<open>[{｛[［])|(?<close>[}｝\]］])|(?<comma>[,，])|[:：]|"(?<double>(?:[^"\\]|\\[^]|"(?!\s{0,40}(?:[,，:：}｝\]］]|$)))*)"?|'(?<single>(?:[^'\\]|\\[^]|'(?!\s{0,40}(?:[,，:：}｝\]］]|$)))*)'?|“(?<curly>[^”]*)”?|(?<word>[^\s{｛[［}｝\]］:：,，"'“]+)/gu;

interface Token {
  readonly open?: string;
  readonly close?: string;
  readonly comma?: string;
  readonly double?: string;
  readonly single?: string;
  readonly curly?: string;
  readonly word?: string;
}

type Tokens = Iterator<RegExpExecArray, unknown>;

/** Nothing that is asked of a model is nested deeper. */
const MAX_DEPTH = 32;

function next(tokens: Tokens): Token | undefined {
  const result = tokens.next();
  return result.done === true ? undefined : (result.value.groups ?? {});
}

function readValue(tokens: Tokens, { open, word, double, single, curly }: Token = {}, depth: number): JsonValue | undefined {
  if (open !== undefined) {
    return /[{｛]/u.test(open) ? readObject(tokens, depth) : readList(tokens, depth);
  }
  const string = double ?? single;
  return string === undefined ? (curly ?? readWord(word)) : unescape(string);
}

function readObject(tokens: Tokens, depth: number): JsonValue {
  const entries: [string, JsonValue][] = [];
  let key: string | undefined;
  for (const { comma, value } of members(tokens, depth)) {
    if (comma) {
      key = undefined;
    } else if (key === undefined) {
      key = typeof value === 'string' ? value : undefined;
    } else if (value !== undefined) {
      entries.push([key, value]);
      key = undefined;
    }
  }
  return Object.fromEntries(entries);
}

function readList(tokens: Tokens, depth: number): JsonValue {
  return [...members(tokens, depth)].flatMap(({ value }) => (value === undefined ? [] : [value]));
}

/** What stands in brackets, up to the one that closes them or the end of the text. */
function* members(tokens: Tokens, depth: number): Generator<{ readonly comma: boolean; readonly value: JsonValue | undefined }> {
  for (let token = next(tokens); token !== undefined && token.close === undefined; token = next(tokens)) {
    const isTooDeep = token.open !== undefined && depth >= MAX_DEPTH;
    yield { comma: token.comma !== undefined, value: isTooDeep ? undefined : readValue(tokens, token, depth + 1) };
  }
}

const WORDS: Readonly<Record<string, JsonValue>> = { true: true, True: true, false: false, False: false, null: null, None: null };

function readWord(word: string | undefined): JsonValue | undefined {
  if (word === undefined) {
    return undefined;
  }
  return Object.hasOwn(WORDS, word) ? WORDS[word] : /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word) ? Number(word) : word;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function unescape(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_all, code: string | undefined, mark = '') =>
    code === undefined ? (ESCAPES[mark as string] ?? (mark as string)) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
