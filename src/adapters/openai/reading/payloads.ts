import { AssistantError } from '../../../model/errors';

/** Characters of one line, and of a whole answer that is no event stream. No honest answer comes near. */
const MAX_LENGTH = 4_000_000;

/** Bytes of a whole stream, protocol included: an answer that never ends is ended here. */
const MAX_BYTES = 32_000_000;

/**
 * The JSON payloads of a server-sent event stream, one per `data:` line, or of a body that is one JSON document
 * although a stream was asked for (whatever the content type says: it is often wrong).
 *
 * A payload under `event: error` is given as `{error: payload}`. A last line that is cut off is left out.
 *
 * @returns whether the server marked the end with `[DONE]`; a plain JSON document counts as complete.
 * @throws AssistantError model.badResponse if the body is neither, and whatever `body` throws.
 */
export async function* readPayloads(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<unknown, boolean> {
  let isStream = false;
  let event = '';
  let plain = '';
  for await (const { text, isWhole } of readLines(body)) {
    const { field, value } = readField(text);
    isStream ||= field !== undefined;
    if (field === undefined) {
      plain = bounded(`${plain}${text}\n`);
    } else if (field === 'event') {
      event = value;
    } else if (value === '[DONE]') {
      return true;
    } else if (field === 'data' && isPayload(value, isWhole)) {
      yield event === 'error' ? { error: parseJson(value) } : parseJson(value);
      event = '';
    }
  }
  const isDocument = !isStream && plain.trim() !== '';
  if (isDocument) {
    yield parseJson(plain);
  }
  return isDocument;
}

/** The field of a line of an event stream (a comment is a field without a name); nothing if it is no such line. */
function readField(line: string): { readonly field: string | undefined; readonly value: string } {
  const [, field, value = ''] = /^(data|event|id|retry|):([^]*)$/.exec(line) ?? [];
  return { field, value: value.trim() };
}

/** A line of the body; `isWhole` is false for what stands after the last line break. */
interface Line {
  readonly text: string;
  readonly isWhole: boolean;
}

async function* readLines(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = '';
  let read = 0;
  for await (const bytes of body) {
    read += bytes.length;
    if (read > MAX_BYTES) {
      throw tooLong();
    }
    const lines = decoder.decode(bytes, { stream: true }).split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = bounded(lines.pop() ?? '');
    for (const line of lines) {
      yield { text: line, isWhole: true };
    }
  }
  yield { text: rest + decoder.decode(), isWhole: false };
}

function bounded(text: string): string {
  if (text.length > MAX_LENGTH) {
    throw tooLong();
  }
  return text;
}

function tooLong(): AssistantError {
  return new AssistantError('model.badResponse', "The model's server sent far more than an answer can be. Check the base URL and the model in the settings.");
}

/** False for an empty line of data, and for a last one that broke off. */
function isPayload(value: string, isWhole: boolean): boolean {
  if (isWhole || value === '') {
    return value !== '';
  }
  try {
    JSON.parse(value);
    return true;
  } catch {
    // Whether it can be parsed was the question.
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const what = /^\s*</.test(text) ? 'a web page' : 'something that is not JSON';
    throw new AssistantError('model.badResponse', `The model's server sent ${what} instead of an answer. Check that the base URL is that of an OpenAI-compatible API (it usually ends in /v1).`, { cause });
  }
}
