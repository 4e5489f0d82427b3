import type { MarkdownIt } from 'markdown-it';

/** Longer ones may break, or they would run over the edge of a narrow view. In UTF-16 units. */
const MAX_WHOLE_LENGTH = 16;

/** A name with a hyphen and a digit in it, such as TW-3007 or x86-64: whoever looks for it reads it in one piece. */
const CODE_NAME = /(?<![\w-])(?=[\w-]*\d)\w+(?:-\w+)+(?![\w-])/g;

/** Keeps short names from breaking at their hyphens. */
export function wholeWords(md: MarkdownIt): void {
  const { escapeHtml } = md.utils;
  const whole = (html: string): string => `<span class="whole">${html}</span>`;
  md.renderer.rules.text = (tokens, index) =>
    escapeHtml(tokens[index]?.content ?? '').replace(CODE_NAME, (name) => (name.length > MAX_WHOLE_LENGTH ? name : whole(name)));
  md.renderer.rules.code_inline = (tokens, index) => {
    const code = tokens[index]?.content ?? '';
    const look = code.length > MAX_WHOLE_LENGTH ? '' : ' class="whole"';
    return `<code${look}>${escapeHtml(code)}</code>`;
  };
}
