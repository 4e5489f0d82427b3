import type { Catalog } from '../indexing/catalog';
import { parseChunkId } from '../model/chunkId';
import type { Passage } from '../model/passage';
import type { LexicalIndex } from '../model/ports';

/** Length of the beginning of a passage that keywords are taken from, in UTF-16 units. */
const SEARCHED = 600;

/** Chunks asked for by keywords, and files named at most: each will be read. */
const DEPTH = 20;
const MAX_PATHS = 5;

/**
 * The files that may hold a passage whose own file is gone, the likeliest first: those with a chunk of the same content,
 * then those that say something like it under the same headings. Content alone does not do: the name of a file without
 * a title is part of the content of its chunks, and a file may be edited when it is renamed.
 */
export function whereabouts({ path, key, headings, text }: Passage, { catalog, lexical }: { catalog: Catalog; lexical: LexicalIndex }): string[] {
  // The key of a merged passage is made of those of its parts.
  const equal = key.split('+').flatMap((part) => catalog.refs(part));
  const alike = lexical
    .search(text.slice(0, SEARCHED), DEPTH)
    .map(({ id }) => parseChunkId(id))
    .filter((ref) => headings.every((heading, level) => catalog.chunk(ref)?.headings[level] === heading));
  const paths = [...byKinship(equal.map((ref) => ref.path), path), ...alike.map((ref) => ref.path)];
  return [...new Set(paths)].filter((other) => other !== path).slice(0, MAX_PATHS);
}

/** A file that was renamed keeps its name, or its folder. */
function byKinship(paths: readonly string[], path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const distance = (other: string) => (other.endsWith(`/${name}`) || other === name ? 0 : other.startsWith(folder) ? 1 : 2);
  return paths.toSorted((a, b) => distance(a) - distance(b));
}
