/** Elements that begin and end a paragraph. */
const BLOCKS = /<\/?(?:p|div|section|article|main|header|footer|nav|ul|ol|dl|dt|dd|blockquote|table|figure|hr|h[1-6]|tr|pre)\b[^>]*>/gi;

/** What no one reads. */
const UNREAD = /<!--[^]*?-->|<(script|style|head|svg)\b[^]*?<\/\1\s*>/gi;

const PLAIN: Readonly<Record<string, string>> = { quot: '"', apos: "'", nbsp: ' ', '#39': "'" };

/** Where they stand for themselves, and only in code: in Markdown they begin a tag or an entity too. */
const IN_CODE: Readonly<Record<string, string>> = { ...PLAIN, amp: '&', lt: '<', gt: '>' };

/** Writes the words of a piece of HTML as Markdown: headings, paragraphs, list items, code. Other tags are left out. */
export function markdownOfHtml(html: string): string {
  const parts = html.replace(UNREAD, ' ').split(/<pre\b[^>]*>([^]*?)(?:<\/pre>|$)/i);
  const texts = parts.map((part, at) => (at % 2 === 0 ? prose(part) : `\n\n\`\`\`\n${unescape(withoutTags(part), IN_CODE).trim()}\n\`\`\`\n\n`));
  return texts.join('').trim();
}

function prose(html: string): string {
  const marked = html
    .replace(/\s+/g, ' ')
    .replace(/<h([1-6])\b[^>]*>/gi, (_all, level: string) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<li\b[^>]*>(?:\s*<p>)?/gi, '\n- ')
    .replace(/<\/?code\b[^>]*>/gi, '`')
    .replace(/<br\b[^>]*>|<\/t[dh]>/gi, ' ')
    .replace(BLOCKS, '\n\n');
  const parts = withoutTags(marked).split(/(`[^`]*`)/);
  const texts = parts.map((part, at) => unescape(part, at % 2 === 0 ? PLAIN : IN_CODE));
  return texts.join('').replace(/[ \t]*\n[ \t]*/g, '\n');
}

function withoutTags(html: string): string {
  return html.replace(/<\/?[a-z][^>]*>/gi, '');
}

function unescape(text: string, entities: Readonly<Record<string, string>>): string {
  return text.replace(/&(\w+|#39);/g, (entity, name: string) => entities[name] ?? entity);
}
