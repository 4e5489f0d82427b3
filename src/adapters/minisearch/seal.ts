import { createHash } from 'node:crypto';

/** Raise it whenever the tokenizer, the fields or a file's form change: postings of another format are made anew. */
const FORMAT = 'docmind-postings 1';

/** A text as it was sealed. */
export interface Sealed {
  /** Differs for every text and marks. */
  readonly seal: string;
  readonly marks: readonly string[];
  readonly text: string;
}

/** The bytes of a text under a line that holds format, checksum and marks. */
export function seal(text: string, marks: readonly string[]): { readonly seal: string; readonly bytes: Buffer } {
  const body = Buffer.from(`${JSON.stringify(marks)}\n${text}`);
  const line = sealOf(body);
  return { seal: line, bytes: Buffer.concat([Buffer.from(`${line}\n`), body]) };
}

/** What was sealed; nothing if the bytes are cut off, changed, or of another format. */
export function unseal(bytes: Buffer | undefined): Sealed | undefined {
  if (bytes === undefined) {
    return undefined;
  }
  const lineEnd = bytes.indexOf('\n');
  const body = bytes.subarray(lineEnd + 1);
  const line = sealOf(body);
  if (lineEnd < 0 || bytes.toString('utf8', 0, lineEnd) !== line) {
    return undefined;
  }
  const marksEnd = body.indexOf('\n');
  const marks = JSON.parse(body.toString('utf8', 0, marksEnd)) as string[]; // as sealed: the checksum says so
  return { seal: line, marks, text: body.toString('utf8', marksEnd + 1) };
}

function sealOf(body: Buffer): string {
  return `${FORMAT} ${createHash('sha256').update(body).digest('hex')}`;
}
