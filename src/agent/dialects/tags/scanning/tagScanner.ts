import type { ScannedPart } from './markupScanner';
import { MarkupScanner } from './markupScanner';
import type { Tag } from './tags';
import { readStopped, readTag } from './tags';

/** A piece of what a model wrote: text to show, or a mark to act on. */
export type TagPart = ScannedPart<Tag>;

/** Finds the marks by which a model steers an answer. */
export class TagScanner extends MarkupScanner<Tag> {
  constructor() {
    super({ read: readTag, readStopped });
  }

  /** A scanner for what follows a text that is shown already. */
  static after(text: string): TagScanner {
    return new TagScanner().follow(text);
  }
}
