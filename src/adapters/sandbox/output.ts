import { MAX_OUTPUT_BYTES } from './limits';

const MARK = '[TRUNCATED]';

/** The lines that a program prints, up to the limit; what comes after is dropped. */
export class Output {
  #text: string | undefined;
  #bytes = 0;
  #isTruncated = false;

  get text(): string {
    return this.#text ?? '';
  }

  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  add(line: string): void {
    if (this.#isTruncated) {
      return;
    }
    const addition = this.#text === undefined ? line : `\n${line}`;
    const text = this.text + addition;
    this.#bytes += Buffer.byteLength(addition);
    this.#isTruncated = this.#bytes > MAX_OUTPUT_BYTES;
    this.#text = this.#isTruncated ? cutBytes(text, MAX_OUTPUT_BYTES - MARK.length) + MARK : text;
  }
}

/** The longest beginning of a text that takes no more than so many bytes of UTF-8, in whole characters. */
function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(maxBytes, bytes.length);
  while (end > 0 && isContinuation(bytes[end])) {
    end -= 1;
  }
  return bytes.toString('utf8', 0, end);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
