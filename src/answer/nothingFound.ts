import type { Language } from '../util/language';
import { detectLanguage } from '../util/language';

/** What was looked at in vain. */
export interface FailedSearch {
  readonly question: string;
  /** The queries tried, if they are not just the question. */
  readonly queries?: readonly string[];
  /** Indexed files. */
  readonly files: number;
  /** Files that should have been searched and could not be read. */
  readonly unreadable?: number;
}

/** Queries and questions are named in full up to this length. */
const MAX_QUOTE = 80;

/** The answer "not in your documents": what was searched and what to try next, in the language of the question. */
export function describeNothingFound(search: FailedSearch): string {
  const language = detectLanguage(search.question);
  const { title, searched, steps } = TEXTS[language](search, quoted(search, language));
  return [`**${title}**`, searched, steps.map((step) => `- ${step}`).join('\n')].join('\n\n');
}

function quoted({ question, queries }: FailedSearch, language: Language): string {
  const [open, close, comma] = language === 'zh' ? ['“', '”', '、'] : ['“', '”', ', '];
  const tried = [...new Set(queries === undefined || queries.length === 0 ? [question] : queries)];
  return tried.map((query) => open + escapeMarkdown(shorten(query)) + close).join(comma);
}

function shorten(query: string): string {
  const line = query.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_QUOTE ? line : `${line.slice(0, MAX_QUOTE - 1).trimEnd()}…`;
}

/** The reader's words are shown as typed: no links, markers or markup of theirs. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~$!]/g, '\\$&');
}

interface Texts {
  readonly title: string;
  readonly searched: string;
  readonly steps: readonly string[];
}

const TEXTS: Readonly<Record<Language, (search: FailedSearch, queries: string) => Texts>> = {
  en: ({ files, unreadable = 0 }, queries) => ({
    title: 'Not in your documents.',
    searched:
      files === 0
        ? 'There is nothing to search yet: no file of this workspace is indexed.'
        : `I searched ${files === 1 ? '1 indexed file' : `${files} indexed files`} for ${queries} and found no passage about it.` +
          (unreadable > 0 ? ` ${unreadable === 1 ? '1 file' : `${unreadable} files`} could not be read.` : ''),
    steps: [
      'Ask with the words that the documents would use: a setting, a command, an error message.',
      'Look at the index report for files that were skipped or ignored.',
    ],
  }),
  zh: ({ files, unreadable = 0 }, queries) => ({
    title: '文档中没有相关内容。',
    searched:
      files === 0
        ? '目前没有可搜索的内容：此工作区还没有文件被索引。'
        : `已在 ${files} 个已索引的文件中搜索${queries}，没有找到相关段落。` +
          (unreadable > 0 ? `有 ${unreadable} 个文件无法读取。` : ''),
    steps: ['换用文档中可能出现的词语提问，例如设置项、命令或错误信息。', '在索引报告中查看是否有文件被跳过或忽略。'],
  }),
};
