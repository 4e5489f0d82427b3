import { createHash } from 'node:crypto';
import { AssistantError } from '../model/errors';
import type { WorkspaceFiles } from '../model/ports';
import type { TestDocument } from '../evaluation/testSet';

/** The documents of a test set as a workspace: one file for each. */
export interface EvalCorpus {
  readonly files: WorkspaceFiles;
  /** The document that a file stands for. */
  documentOf(path: string): string;
}

/** Lays the documents out as files in memory. */
export function layOutCorpus(documents: readonly TestDocument[]): EvalCorpus {
  const paths = namePaths(documents);
  const bytes = new Map(paths.map((path, at) => [path, contentOf(documents[at], path)]));
  const ids = new Map(paths.map((path, at) => [path, documents[at]?.id ?? path]));
  const entries = Array.from(bytes, ([path, content]) => ({ path, size: content.length, mtimeMs: checksum(content) }));
  return {
    files: {
      list: () => Promise.resolve({ files: entries.toSorted((a, b) => (a.path < b.path ? -1 : 1)), failed: [] }),
      read: (path) => {
        const content = bytes.get(path);
        return content === undefined
          ? Promise.reject(new AssistantError('files.notFound', `${path} is not in the test set. Index it again.`))
          : Promise.resolve(content);
      },
    },
    documentOf: (path) => ids.get(path) ?? path,
  };
}

/**
 * A document keeps its path, which says what language it is in; one of several with the same path gets a folder of its own.
 * Without a path it is named by number: ids of a set say nothing that a file name would.
 */
function namePaths(documents: readonly TestDocument[]): string[] {
  const uses = new Map<string, number>();
  for (const { path } of documents) {
    uses.set(path ?? '', (uses.get(path ?? '') ?? 0) + 1);
  }
  return documents.map(({ path, title }, at) => {
    const number = String(at).padStart(6, '0');
    if (path === undefined) {
      return `${number}.${title === '' ? 'txt' : 'md'}`;
    }
    return uses.get(path) === 1 ? path : `${number}/${path}`;
  });
}

/** The title becomes the heading of a Markdown file that does not begin with it already. */
function contentOf(document: TestDocument | undefined, path: string): Uint8Array {
  const { title, text } = document ?? { title: '', text: '' };
  const begins = text.trimStart().replace(/^#+\s*/u, '').toLowerCase().startsWith(title.toLowerCase());
  const isHeaded = title === '' || begins || !/\.md$/iu.test(path);
  return new TextEncoder().encode(isHeaded ? text : `# ${title}\n\n${text}`);
}

/** Stands for the time of the last change: equal for equal content, so a set is read once, and other sets are told apart. */
function checksum(content: Uint8Array): number {
  return createHash('sha256').update(content).digest().readUInt32BE();
}
