import type { Passage } from '../model/passage';
import type { LocatedQuote } from './checkCitation';
import { defined } from '../util/defined';
import { columnsOf, lineStarts } from '../util/lines';
import { locateQuote } from './checkCitation';

/** Where cited texts are looked for: the workspace as it is now. */
export interface CitedPlaces {
  /** The text of a file as it is now; nothing if it is gone or is not text. */
  readText(path: string): Promise<string | undefined>;
  /** Files that may hold a passage whose own file is gone, the likeliest first. */
  whereIs(passage: Passage): Promise<readonly string[]>;
}

/** A cited text where it stands now. */
export interface FoundPassage extends LocatedQuote {
  readonly path: string;
  /** Where it is a part of its lines and was found. */
  readonly columns?: NonNullable<Passage['columns']>;
}

/**
 * Looks up a cited passage of the workspace: in the file where it was last seen, in the one it was cited from, and, if
 * both are gone, in those that may have taken their place. It is `moved` where it stands in another file now.
 *
 * @param lastPath - where it was last seen; the passage's own path if nobody looked yet.
 */
export async function findCited(passage: Passage, lastPath: string, places: CitedPlaces): Promise<FoundPassage> {
  const look = async (path: string): Promise<FoundPassage> => {
    const text = await places.readText(path);
    const { check, span } = locateQuote(passage.text, passage.span, text);
    const isFound = check === 'verified' || check === 'moved';
    // Looked up only for what is known to be a part of a line: lines may end in white space that no passage has.
    const columns = passage.columns === undefined || text === undefined || !isFound ? undefined : columnsOf(text, lineStarts(text), span);
    return { path, check: check === 'verified' && path !== passage.path ? 'moved' : check, span, ...defined({ columns }) };
  };
  for (const path of new Set([lastPath, passage.path])) {
    const found = await look(path);
    if (found.check !== 'gone') {
      return found;
    }
  }
  for (const path of await places.whereIs(passage)) {
    const found = await look(path);
    if (found.check === 'moved') {
      return found;
    }
  }
  return { path: passage.path, check: 'gone', span: passage.span };
}
