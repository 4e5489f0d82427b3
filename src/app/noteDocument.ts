import type { Note } from '../model/conversation';

/** A note as a Markdown document that a person can change: its title is the first heading. */
export function noteDocument({ title, text }: Pick<Note, 'title' | 'text'>): string {
  return `# ${title}\n\n${text.trim()}\n`;
}

/** A title is one line of a list. */
const MAX_TITLE = 120;

/** A text as the title of a note: one line, with a sign where it is cut. */
export function noteTitle(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE - 1).toWellFormed()}…`;
}

/**
 * What a person made of such a document. Without a heading at its top, its first line names the note and stays in it.
 *
 * @returns nothing where the document is empty.
 */
export function readNoteDocument(document: string): Pick<Note, 'title' | 'text'> | undefined {
  const lines = document.replaceAll('\r\n', '\n').trim().split('\n');
  const first = lines[0] ?? '';
  const heading = /^#{1,6}[ \t]+(.*)$/u.exec(first)?.[1];
  const title = noteTitle(heading ?? first);
  const text = lines.slice(heading === undefined ? 0 : 1).join('\n').trim();
  if (title === '') {
    return text === '' ? undefined : readNoteDocument(text);
  }
  return { title, text };
}

/** A file name that shows a title: without what paths, shells and some systems give a meaning to. */
export function noteFileName(title: string): string {
  const name = title.replace(/[^\p{L}\p{N}\p{M} ,()'_-]+/gu, ' ').replace(/\s+/gu, ' ').trim();
  return `${Array.from(name).slice(0, 40).join('').trim() || 'Note'}.md`;
}
