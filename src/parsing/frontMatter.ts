/** The settings block at the top of a Markdown file. */
export interface FrontMatter {
  /** Offset just behind the closing fence and its line break. */
  readonly end: number;
  readonly title: string | undefined;
}

/** Longer blocks are not front matter but two thematic breaks far apart. */
const MAX_LENGTH = 16 * 1024;
const OPENING = /^(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)/;
const TITLE = /^title[ \t]*[:=][ \t]*(.*)$/m;

/** Finds YAML (`---`) or TOML (`+++`) front matter at the very start of a text. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  const opening = OPENING.exec(text);
  const fence = opening?.[1];
  if (!opening || fence === undefined) {
    return undefined;
  }
  const head = text.slice(0, MAX_LENGTH);
  const closing = fence === '---' ? /(?:\r\n|\n|\r)(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/g : /(?:\r\n|\n|\r)\+\+\+[ \t]*(?:\r\n|\n|\r|$)/g;
  closing.lastIndex = fence.length;
  const close = closing.exec(head);
  if (!close) {
    return undefined;
  }
  const body = head.slice(fence.length, close.index);
  return { end: close.index + close[0].length, title: unquote(TITLE.exec(body)?.[1] ?? '') };
}

function unquote(value: string): string | undefined {
  const trimmed = value.trim();
  const inner = /^(["'])(.*)\1(?:\s*#.*)?$/.exec(trimmed)?.[2] ?? trimmed.replace(/(?:^|\s+)#.*$/, '');
  return inner === '' || /^[|>]/.test(inner) ? undefined : inner;
}
