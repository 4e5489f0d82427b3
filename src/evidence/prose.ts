import type { Passage } from '../model/passage';
import { classifyPath } from '../parsing/classify';

const PROSE_LANGUAGES = new Set(['markdown', 'text', 'restructuredtext', 'asciidoc', 'org', 'tex', 'html']);

/** True for what is written in sentences, pages and notes included; settings and code are read line by line. */
export function isProse({ origin, kind, path }: Passage): boolean {
  if (origin !== undefined) {
    return true;
  }
  const named = classifyPath(path);
  return kind !== 'code' && 'language' in named && PROSE_LANGUAGES.has(named.language);
}
