import { decodeLegacy, tryDecode } from './legacyEncoding';

/** What the bytes of a file turned out to be. `text` has no byte order mark. */
export type Decoded =
  | { readonly kind: 'text'; readonly text: string; readonly encoding: string; readonly warnings: readonly string[] }
  | { readonly kind: 'binary' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The longer mark first: UTF-32 begins like UTF-16. */
const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const SAMPLE_BYTES = 64 * 1024;
/** Text has next to no control characters, compressed data one in ten. */
const MAX_CONTROL_SHARE = 0.02;
/** A damaged UTF-8 text has far more sound sequences than broken ones; in another encoding sound ones are accidents. */
const SOUND_PER_BROKEN = 20;
const REPLACEMENT = '\ufffd';

/**
 * Decodes the bytes of a file, whatever they are: by byte order mark, else strict UTF-8, else UTF-16 without a mark, else
 * the encoding that the bytes look like. Never throws. Linear in the number of bytes.
 */
export function decode(bytes: Uint8Array): Decoded {
  return decodeMarked(bytes) ?? decodeUnmarkedUtf16(bytes) ?? decodeBytewise(bytes);
}

function decodeMarked(bytes: Uint8Array): Decoded | undefined {
  const encoding = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  if (encoding === 'utf-32') {
    return { kind: 'failed', reason: 'The text is UTF-32, which cannot be read. Save it as UTF-8.' };
  }
  return encoding === undefined ? undefined : decodeLossy(bytes, encoding);
}

/** UTF-16 of a Western text has a NUL in every other place, and nowhere else. */
function decodeUnmarkedUtf16(bytes: Uint8Array): Decoded | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) {
      zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    }
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) <= sample.length / 8 || Math.min(even, odd) > sample.length / 200) {
    return undefined;
  }
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  const text = tryDecode(bytes, encoding);
  return text === undefined || looksBinary(text.length, (index) => text.charCodeAt(index))
    ? undefined
    : { kind: 'text', text, encoding, warnings: [] };
}

function decodeBytewise(bytes: Uint8Array): Decoded {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (looksBinary(sample.length, (index) => sample[index] ?? 0)) {
    return { kind: 'binary' };
  }
  const utf8 = tryDecode(bytes, 'utf-8');
  if (utf8 !== undefined) {
    const japanese = utf8.includes('\u001b$') ? tryDecode(bytes, 'iso-2022-jp') : undefined;
    return japanese === undefined
      ? { kind: 'text', text: utf8, encoding: 'utf-8', warnings: [] }
      : { kind: 'text', text: japanese, encoding: 'iso-2022-jp', warnings: [] };
  }
  if (bytes.includes(0) || looksBinary(bytes.length, (index) => bytes[index] ?? 0)) {
    return { kind: 'binary' };
  }
  return isDamagedUtf8(bytes) ? decodeLossy(bytes, 'utf-8') : { kind: 'text', ...decodeLegacy(bytes), warnings: [] };
}

function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  let broken = 0;
  let sound = 0;
  for (const character of text) {
    if (character === REPLACEMENT) {
      broken++;
    } else if (character > '\u007f') {
      sound++;
    }
  }
  return sound >= broken * SOUND_PER_BROKEN;
}

function decodeLossy(bytes: Uint8Array, encoding: string): Decoded {
  const sound = tryDecode(bytes, encoding);
  if (sound !== undefined) {
    return { kind: 'text', text: sound, encoding, warnings: [] };
  }
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.split(REPLACEMENT).length - 1 > text.length / SOUND_PER_BROKEN) {
    return { kind: 'failed', reason: `Most of the file is not valid ${encoding.toUpperCase()}. Save it as UTF-8.` };
  }
  const warning = `Some bytes are not valid ${encoding.toUpperCase()}; they are read as ${REPLACEMENT}.`;
  return { kind: 'text', text, encoding, warnings: [warning] };
}

/** Whether there are too many control characters for a text. Escapes of terminals and overstriking are text. */
function looksBinary(length: number, unitAt: (index: number) => number): boolean {
  let controls = 0;
  for (let index = 0; index < length; index++) {
    const unit = unitAt(index);
    if (unit < 32 ? unit < 8 || (unit > 13 && unit !== 27) : unit === 127) {
      controls++;
    }
  }
  return controls > length * MAX_CONTROL_SHARE;
}
