import { chunkDocument } from '../chunking/chunkDocument';
import { embeddingText } from '../chunking/context';
import type { Chunk, ChunkRecord } from '../model/chunk';
import type { SourceDocument } from '../model/document';
import { AssistantError } from '../model/errors';
import type { SkipReason } from '../model/indexReport';
import type { FileRecord, FileState } from '../model/manifest';
import type { FileEntry, HashText, LexicalDocument, WorkspaceFiles } from '../model/ports';
import { formatChunkId } from '../model/chunkId';
import { classifyPath } from '../parsing/classify';
import { parseDocument } from '../parsing/parse';

/** What reading needs of the world. */
export interface ReadingDeps {
  readonly files: WorkspaceFiles;
  readonly hashText: HashText;
  readonly hashBytes: (bytes: Uint8Array) => string;
  /** Larger files are skipped as `tooLarge`, unread. */
  readonly maxFileBytes: number;
}

/** One file, read and split. */
export interface ReadDocument {
  readonly record: FileRecord;
  /** What is embedded, one per chunk of the record, in order. */
  readonly texts: readonly string[];
  /** What the keyword index gets, one per chunk of the record, in order. */
  readonly lexical: readonly LexicalDocument[];
}

/**
 * Reads a file, decodes it, splits it, and names its chunks by content.
 * Never throws: what is in the way becomes the state of the record.
 */
export async function readDocument(entry: FileEntry, deps: ReadingDeps): Promise<ReadDocument> {
  const early = skipReason(entry, deps.maxFileBytes);
  if (early !== undefined) {
    return withoutChunks(entry, '', { kind: 'skipped', reason: early });
  }
  let bytes: Uint8Array;
  try {
    bytes = await deps.files.read(entry.path);
  } catch (error) {
    // One unreadable file must not end the run: it is reported under its name.
    const reason = error instanceof AssistantError ? error.message : String(error);
    return withoutChunks(entry, '', { kind: 'failed', reason });
  }
  return splitDocument(entry, bytes, deps);
}

function splitDocument(entry: FileEntry, bytes: Uint8Array, deps: ReadingDeps): ReadDocument {
  const hash = deps.hashBytes(bytes);
  const parsed = parseDocument({ path: entry.path, bytes });
  if ('failed' in parsed) {
    return withoutChunks(entry, hash, { kind: 'failed', reason: parsed.failed });
  }
  if ('skipped' in parsed) {
    return withoutChunks(entry, hash, { kind: 'skipped', reason: parsed.skipped });
  }
  const { document } = parsed;
  const records: ChunkRecord[] = [];
  const texts: string[] = [];
  const lexical: LexicalDocument[] = [];
  chunksThatSaySomething(document).forEach((chunk, ordinal) => {
    const text = embeddingText(chunk, document.title);
    records.push({ kind: chunk.kind, span: chunk.span, headings: chunk.headings, key: deps.hashText(text) });
    texts.push(text);
    lexical.push({
      id: formatChunkId({ path: entry.path, ordinal }),
      path: entry.path,
      headings: [document.title, ...chunk.headings].join(' › '),
      body: chunk.text,
    });
  });
  const state: FileState = { kind: 'indexed', chunks: records };
  return { record: { ...entry, hash, title: document.title, state }, texts, lexical };
}

/** Thousands of blank lines, or of spaces in one line, are chunks of their own, and would be found by their headings. */
export function chunksThatSaySomething(document: SourceDocument): Chunk[] {
  return chunkDocument(document).filter(({ text }) => text.trim() !== '');
}

function skipReason(entry: FileEntry, maxFileBytes: number): SkipReason | undefined {
  const named = classifyPath(entry.path);
  if ('skip' in named) {
    return named.skip;
  }
  if (entry.size === 0) {
    return 'empty';
  }
  return entry.size > maxFileBytes ? 'tooLarge' : undefined;
}

function withoutChunks(entry: FileEntry, hash: string, state: FileState): ReadDocument {
  return { record: { ...entry, hash, title: '', state }, texts: [], lexical: [] };
}
