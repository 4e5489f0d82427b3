import type { JsonValue } from '../../util/looseJson';
import { parseLoosely } from '../../util/looseJson';

/** One `name=value`, up to the comma after it. A value is a string, a list or object without another in it, or a bare word. */
const NAMED =
  /\s*([A-Za-z_]\w{0,63})\s*([=＝:：])\s*(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|[“「]([^”」]*)[”」]|([[{［｛][^\]}］｝]*[\]}］｝])|([^,，]*))\s*(?:[,，]|$)/uy;

/**
 * Arguments as they stand behind the name of a tool, as JSON: `{"query": "x"}`, `query="x", limit=3`, or one value alone,
 * which stays without a name. Whoever checks them reads leniently too: what is no such form is passed on as one value.
 *
 * @param names - the parameters of the tool: only they may be written with a colon, as any text may have one.
 */
export function readPrintedArguments(written: string, names: readonly string[]): string {
  const text = written.trim();
  if (text === '') {
    return '{}';
  }
  return /^[{｛[［]/u.test(text) ? text : JSON.stringify(readNamed(text, names) ?? unquote(text));
}

/** Nothing if the text is not such a list from its beginning to its end. */
function readNamed(text: string, names: readonly string[]): Readonly<Record<string, JsonValue>> | undefined {
  const entries: [string, JsonValue][] = [];
  NAMED.lastIndex = 0;
  while (NAMED.lastIndex < text.length) {
    const match = NAMED.exec(text);
    const [, name = '', sign = ''] = match ?? [];
    if (match === null || (/[:：]/u.test(sign) && !names.includes(name))) {
      return undefined;
    }
    entries.push([name, readValue(match)]);
  }
  return Object.fromEntries(entries);
}

function readValue([, , , double, single, curly, nested, bare = '']: RegExpExecArray): JsonValue {
  const string = double ?? single;
  return string === undefined ? (curly ?? readBare(nested ?? bare)) : unescape(string);
}

/** A number, a word of JSON, a list or an object; any other text is a string. */
function readBare(written: string): JsonValue {
  const text = written.trim();
  const value = parseLoosely(`{"value": ${text}}`);
  const entries = Object.entries((value ?? {}) as Readonly<Record<string, JsonValue>>);
  const [[, only] = []] = entries;
  return entries.length === 1 && only !== undefined && typeof only !== 'string' ? only : text;
}

function unquote(text: string): string {
  const [, double, single, curly] = /^(?:"([^"]*)"|'([^']*)'|[“「]([^”」]*)[”」])$/u.exec(text) ?? [];
  return double ?? single ?? curly ?? text;
}

function unescape(text: string): string {
  return text.replace(/\\(n|[^])/g, (_all, mark: string) => (mark === 'n' ? '\n' : mark));
}
