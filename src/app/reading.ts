import { embeddingText } from '../chunking/context';
import { trimBlankLines } from '../chunking/trimBlankLines';
import { chunksThatSaySomething } from '../indexing/readDocument';
import type { ChunkRecord } from '../model/chunk';
import type { SourceDocument } from '../model/document';
import { AssistantError } from '../model/errors';
import type { Passage } from '../model/passage';
import type { HashText, WorkspaceFiles } from '../model/ports';
import type { Span } from '../model/span';
import { parseDocument } from '../parsing/parse';
import type { ChunkReading } from '../retrieval/retrieve';
import { columnsOf, lineStarts } from '../util/lines';

/** A document as its file has it now; nothing if the file is gone, cannot be read, or is not text. */
export async function readSource(path: string, files: WorkspaceFiles): Promise<SourceDocument | undefined> {
  try {
    const parsed = parseDocument({ path, bytes: await files.read(path) });
    return 'document' in parsed ? parsed.document : undefined;
  } catch (error) {
    // Gone or unreadable is an ordinary answer here: citations to it are shown as gone.
    if (error instanceof AssistantError) {
      return undefined;
    }
    throw error;
  }
}

/** A chunk where the index has it; nothing if the document no longer says there what was indexed. */
export function readChunk(document: SourceDocument, { span, headings, key }: ChunkRecord, hashText: HashText): ChunkReading | undefined {
  const text = document.text.slice(span.start, span.end);
  const embedded = embeddingText({ headings, text }, document.title);
  return hashText(embedded) === key
    ? { passage: passageAt(document.text, lineStarts(document.text), trimBlankLines(span, text)), embeddingText: embedded }
    : undefined;
}

/** All passages of a document in their order, split now: they are what the next run of the index will find in it. */
export function passagesIn(document: SourceDocument, hashText: HashText): Passage[] {
  const starts = lineStarts(document.text);
  return chunksThatSaySomething(document).map(({ kind, span, headings, text }) => ({
    path: document.path,
    kind,
    headings,
    ...passageAt(document.text, starts, trimBlankLines(span, text)),
    key: hashText(embeddingText({ headings, text }, document.title)),
    // No ranking took part, so there is none that put it second.
    score: 1,
    ranks: {},
  }));
}

/** A span of a text, with columns where it is less than its lines. */
function passageAt(text: string, starts: Uint32Array, span: Span): ChunkReading['passage'] {
  const columns = columnsOf(text, starts, span);
  return { span, text: text.slice(span.start, span.end), ...(columns === undefined ? {} : { columns }) };
}
