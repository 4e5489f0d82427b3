import type { SourceCounts } from '../model/evidence';
import type { Passage } from '../model/passage';

/** Names the file, page or note that a passage is from: a note may be called like a file, or like another note. */
export function sourceOf({ origin, path }: Passage): string {
  return `${origin?.kind ?? 'file'}:${origin?.kind === 'memory' ? origin.noteId : path}`;
}

/** Names the place of a passage in its source. */
export function placeOf(passage: Passage): string {
  return `${passage.span.start}-${passage.span.end}:${sourceOf(passage)}`;
}

/** How many passages are from documents, code, the web and notes. */
export function countSources(passages: readonly Passage[]): SourceCounts {
  const count = (kind: keyof SourceCounts) => passages.filter((passage) => kindOf(passage) === kind).length;
  return { docs: count('docs'), code: count('code'), web: count('web'), memory: count('memory') };
}

function kindOf({ origin, kind }: Passage): keyof SourceCounts {
  return origin?.kind ?? (kind === 'code' ? 'code' : 'docs');
}
