import { analyse } from 'chardet';

/** What a Windows-1252 decoder makes of the bytes 0x80–0x9F; the five bytes that it leaves unassigned stay themselves. */
const WINDOWS_1252_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Enough to tell languages apart, little enough to be quick. */
const SAMPLE_BYTES = 64 * 1024;
/** Below this chardet is guessing: it gives 10 to every multi-byte encoding that merely does not contradict the bytes. */
const MIN_CONFIDENCE = 15;
/** The C1 controls stand in no text; they show that the bytes were read in the wrong encoding. */
const C1_CONTROLS = /[\u0080-\u0084\u0086-\u009f]/;

/**
 * Decodes bytes that are not UTF-8: by the encoding that their statistics suggest, else as Windows-1252, the one that any
 * bytes can be read in.
 */
export function decodeLegacy(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
  for (const { name, confidence } of analyse(sampleAround(bytes))) {
    if (confidence < MIN_CONFIDENCE || name.startsWith('UTF-') || name === 'ASCII') {
      continue;
    }
    const encoding = name === 'ISO-8859-1' ? 'windows-1252' : name.toLowerCase();
    const text = tryDecode(bytes, encoding);
    if (text !== undefined && !C1_CONTROLS.test(text)) {
      return { text, encoding };
    }
  }
  return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
}

/** The text of the bytes in that encoding; nothing if they are not valid in it, or this runtime does not know it. */
export function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding === 'windows-1252') {
    return decodeWindows1252(bytes);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The decoder has no other way to say that the bytes do not fit.
    return undefined;
  }
}

/** Some runtimes take Windows-1252 for Latin-1 and leave 0x80–0x9F as controls, so those are mapped here. */
function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252')
    .decode(bytes)
    .replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252_HIGH.charAt(control.charCodeAt(0) - 0x80));
}

/** Bytes from the first line that is not ASCII: a text may begin with a long licence in plain English. */
function sampleAround(bytes: Uint8Array): Uint8Array {
  const firstHigh = bytes.findIndex((byte) => byte >= 0x80);
  const lineStart = bytes.lastIndexOf(10, Math.max(0, firstHigh)) + 1;
  const start = firstHigh - lineStart > SAMPLE_BYTES / 2 ? firstHigh : lineStart;
  return bytes.subarray(start, start + SAMPLE_BYTES);
}
