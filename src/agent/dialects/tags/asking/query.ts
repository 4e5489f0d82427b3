import { parseLoosely } from '../../../../util/looseJson';
import { withoutTags } from '../scanning/tags';

/** Longest query, in UTF-16 units. */
export const MAX_QUERY = 200;

/** What models put before a query although they were asked for nothing else. */
const LABEL = /^(?:[-*>#\s]|\d{1,2}[.)]\s)*(?:(?:the |my |one )?(?:search )?(?:query|words|terms|keywords)(?: is)?|(?:检索|搜索|查询)(?:词|语句|内容|关键词)?|关键词)\s*(?:[:：=]|是[:：]?)\s*/iu;
const FENCE = /^\s*(?:`{3,}|~{3,})/;
const QUOTES = /^[\s"'“”‘’「」『』《》`*_]+|[\s"'“”‘’「」『』《》`*_]+$/gu;

/**
 * The query in what a model wrote when it was asked for one: its first line that says something, without labels and quotes.
 * @returns nothing if there is none.
 */
export function cleanQuery(reply: string): string | undefined {
  const lines = withoutTags(reply).split(/\r\n|\r|\n/);
  const line = lines.find((candidate) => !FENCE.test(candidate) && isQuery(bare(candidate))) ?? '';
  const query = bare(fieldOf(reply) ?? line).slice(0, MAX_QUERY).toWellFormed().trim();
  return isQuery(query) ? query : undefined;
}

function bare(line: string): string {
  return line.replace(/\s+/g, ' ').replace(LABEL, '').replace(/^(?:[-*>#]\s+)+/, '').replace(QUOTES, '');
}

function isQuery(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Some models answer everything as a call. */
function fieldOf(reply: string): string | undefined {
  const value = /^\s*(?:`{3}\w*\s*)?\{/.test(reply) ? parseLoosely(reply) : undefined;
  const query = typeof value === 'object' && value !== null && 'query' in value ? value.query : undefined;
  return typeof query === 'string' ? query : undefined;
}
