import type { Language } from '../util/language';
import { detectLanguage } from '../util/language';

/** What a command asks for, and of what. */
export interface Command {
  readonly name: 'summarize' | 'compare' | 'find' | 'help';
  /** What stands after it, trimmed; may be empty. */
  readonly argument: string;
}

const NAMES: Readonly<Record<string, Command['name']>> = {
  summarize: 'summarize', summarise: 'summarize', summary: 'summarize', 总结: 'summarize', 概括: 'summarize',
  compare: 'compare', 对比: 'compare', 比较: 'compare',
  find: 'find', search: 'find', 查找: 'find', 搜索: 'find',
  help: 'help', 帮助: 'help',
};

const COMMAND = /^[/／](\p{L}{2,12})(?:\s+|$)/u;

/** The command that a question begins with; any other `/word` is text, such as a path. */
export function commandIn(question: string): Command | undefined {
  const [head, word = ''] = COMMAND.exec(question) ?? [];
  const lower = word.toLowerCase();
  return head === undefined || !Object.hasOwn(NAMES, lower) ? undefined : { name: NAMES[lower] ?? 'help', argument: question.slice(head.length).trim() };
}

const PARTS = /\s*[,，、;；\n]\s*|\s+(?:and|with|to|vs\.?|versus|和|与|跟)\s+/iu;

/** The things that `/compare` is given: parted as lists are, else by spaces. */
export function comparedThings(argument: string): string[] {
  const parts = argument.split(PARTS).filter((part) => part !== '');
  return parts.length > 1 ? parts : argument.split(/\s*(?:和|与)\s*|\s+/).filter((part) => part !== '');
}

/** A command in words, as a question that can be searched and answered. */
export function spellOut({ name, argument }: Command, things: readonly string[]): string {
  return TEXTS[detectLanguage(argument)](name, argument, things);
}

const TEXTS: Readonly<Record<Language, (name: Command['name'], argument: string, things: readonly string[]) => string>> = {
  en: (name, argument, things) => {
    switch (name) {
      case 'summarize':
        return argument === '' ? 'Summarize this workspace.' : `Summarize ${argument}`;
      case 'compare':
        return things.length > 1 ? `What is the difference between ${things.join(' and ')}?` : `Compare ${argument}`;
      default:
        return argument;
    }
  },
  zh: (name, argument, things) => {
    switch (name) {
      case 'summarize':
        return `总结${argument}`;
      case 'compare':
        return things.length > 1 ? `${things.join(' 和 ')} 有什么区别？` : `对比 ${argument}`;
      default:
        return argument;
    }
  },
};
