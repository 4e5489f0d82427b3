import createMarkdown, { type Env, type MarkdownIt, type RendererRule, type Token } from 'markdown-it';

import { type AnswerEnv, citations } from './citations';
import { highlight } from './highlight';
import { math } from './math';
import { tableLabels } from './tableLabels';
import { wholeWords } from './wholeWords';

/** Where a link may lead. Anything else, a command above all, stays text. */
export const SAFE_LINK = /^(?:https?:|mailto:)/i;

/** An address without a scheme leads to a file of the workspace, which model text must not name: only its text is shown. */
const RELATIVE_LINK = /^(?![a-z][a-z\d+.-]*:)/i;

/** Level of the topmost heading of an answer, below those of the page and of the question. Most answers begin with `##`. */
const TOP_HEADING = 3;

/** One block at the outermost level of a document. */
export interface Block {
  readonly html: string;
  /** Line on which it starts, 0-based. */
  readonly startLine: number;
}

const md = createMarkdown({ html: false, linkify: true });
md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
md.validateLink = (url) => SAFE_LINK.test(url) || RELATIVE_LINK.test(url);
md.use(citations).use(math).use(tableLabels).use(wholeWords);
Object.assign(md.renderer.rules, {
  heading_open: shiftedHeading,
  heading_close: shiftedHeading,
  table_open: () => '<div class="table" tabindex="0"><table>',
  table_close: () => '</table></div>',
  th_open: alignedCell,
  td_open: alignedCell,
  fence: codeBlock,
  code_block: codeBlock,
  image: imageAsLink,
  link_open: linkWithAddress,
  link_close: (tokens, index) => `</${linkTag(addressOf(tokens.slice(0, index).findLast(({ type }) => type === 'link_open')))}>`,
} satisfies Record<string, RendererRule>);

/** The outermost blocks of a Markdown text, rendered. */
export function renderBlocks(markdown: string, env: AnswerEnv): Block[] {
  const shared: Env = { ...env };
  const tokens = md.parse(markdown, shared);
  const blocks: Block[] = [];
  let start = 0;
  tokens.forEach((token, index) => {
    if (token.level === 0 && token.nesting <= 0) {
      const block = tokens.slice(start, index + 1);
      blocks.push({ html: md.renderer.render(block, md.options, shared), startLine: block[0]?.map?.[0] ?? 0 });
      start = index + 1;
    }
  });
  return blocks;
}

function escape(text: string): string {
  return md.utils.escapeHtml(text);
}

function shiftedHeading(tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  const level = Math.min(6, Math.max(TOP_HEADING, Number(token?.tag.slice(1)) + 1));
  return `<${token?.nesting === 1 ? '' : '/'}h${level}>`;
}

/** Alignment as a class: the page's content security policy allows no style attribute. */
function alignedCell(tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  const alignment = /right|center/.exec(String(token?.attrGet('style') ?? ''))?.[0];
  const label = token?.attrGet('data-label');
  return `<${token?.tag ?? 'td'}${attribute('class', alignment)}${attribute('data-label', label)}>`;
}

function attribute(name: string, value: string | number | null | undefined): string {
  return value === undefined || value === null ? '' : ` ${name}="${escape(String(value))}"`;
}

function codeBlock(tokens: readonly Token[], index: number, _options: MarkdownIt['options'], env: Env | undefined): string {
  const token = tokens[index];
  const { copyLabel, plainTextLabel } = env as AnswerEnv;
  const language = token?.info.trim().split(/\s+/)[0] ?? '';
  const code = token?.content ?? '';
  const html = highlight(code, language.toLowerCase()) || escape(code);
  return `<div class="code"><div class="code-bar"><span class="code-language">${escape(language || plainTextLabel)}</span>
<button type="button" class="quiet copy-code">${escape(copyLabel)}</button></div>
<pre tabindex="0"><code>${html}</code></pre></div>`;
}

/** An image would tell its server that the answer was read, so that only its address is offered. */
function imageAsLink(tokens: readonly Token[], index: number): string {
  const address = String(tokens[index]?.attrGet('src') ?? '');
  return `${linkStart(address)}${escape(tokens[index]?.content ?? '') || escape(address)}</${linkTag(address)}>`;
}

function linkWithAddress(tokens: readonly Token[], index: number): string {
  return linkStart(addressOf(tokens[index]));
}

/** The tooltip of a link says where it leads, not what its author wants to be read there. */
function linkStart(address: string): string {
  const href = SAFE_LINK.test(address) ? ` href="${escape(address)}"` : '';
  return `<${linkTag(address)}${href} title="${escape(address)}">`;
}

function linkTag(address: string): 'a' | 'span' {
  return SAFE_LINK.test(address) ? 'a' : 'span';
}

function addressOf(token: Token | undefined): string {
  return String(token?.attrGet('href') ?? '');
}
