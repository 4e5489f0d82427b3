import type { QuestionContext } from '../model/conversation';
import type { Complexity, Intent } from '../model/profile';
import { queryShape } from '../retrieval/queryShape';
import { tellingTerms } from '../util/terms';
import type { Asked } from './asked';
import { readAsked } from './asked';
import type { Command } from './commands';
import { commandIn, comparedThings, spellOut } from './commands';
import { courtesyIn, withoutCourtesy } from './courtesy';
import { isFollowUp } from './reading/followUp';
import { namedPaths } from './reading/paths';
import type { Signals } from './reading/signals';
import { asksWholeDigest, digestOf, intentOf, mayTakeHops } from './reading/wording';

/** What was decided of a question, before the facts that only code finds are added. */
export interface Draft {
  readonly intent: Intent;
  readonly complexity: Complexity;
  readonly ambiguous: boolean;
  readonly confidence: number;
  /** The question as one that needs no conversation, read. */
  readonly asked: Asked;
  /** True for what is looked up as it stands: its words are a name or a quotation, and signal nothing. */
  readonly isLiteral?: boolean;
  readonly focuses?: readonly string[];
  readonly symbols?: readonly string[];
  /** Names of files and folders, as the question has them. */
  readonly paths?: readonly string[];
  readonly timeSensitive?: boolean;
}

/** Decides what needs no model: courtesies, commands, look-ups, single short factual questions. Nothing where a model should read it. */
export function decideByRules(asked: Asked, context: QuestionContext): Draft | undefined {
  const courtesy = courtesyIn(asked.question);
  if (courtesy !== undefined) {
    return draft(courtesy, asked, { confidence: 0.95, isLiteral: true });
  }
  const command = commandIn(asked.question);
  return command === undefined ? decideQuestion(asked, context) : decideCommand(command);
}

function decideQuestion(asked: Asked, context: QuestionContext): Draft | undefined {
  if (isLiteral(asked.text)) {
    return draft('lookup', asked, { confidence: 0.9, isLiteral: true });
  }
  if (isErrorText(asked.text)) {
    return draft('troubleshoot', asked, { confidence: 0.8, isLiteral: true });
  }
  const { compares, asksSeveral } = asked.signals;
  if (compares || asksSeveral) {
    return undefined;
  }
  const digest = digestOf(asked.bare);
  if (digest !== undefined && isWholeDigest(asked, context)) {
    return draft(digest, asked, { confidence: 0.9, complexity: 'MEDIUM' });
  }
  return decidePlain(asked, context);
}

/** Longest question that asks for nothing but the digest of a document. In UTF-16 units. */
const MAX_DIGEST = 160;

/** Nothing but a digest is asked for, of the selected document or of one that is named. */
function isWholeDigest({ text, bare }: Asked, { selected }: QuestionContext): boolean {
  const [named, ...more] = text.length > MAX_DIGEST ? [] : namedPaths(text);
  const rest = named === undefined ? bare : text.replace(named.name, ' ');
  return text.length <= MAX_DIGEST && more.length === 0 && (named ?? selected) !== undefined && asksWholeDigest(rest);
}

function decidePlain(asked: Asked, { history }: QuestionContext): Draft | undefined {
  if (history.length > 0 && isFollowUp(asked.bare)) {
    return undefined;
  }
  const question = withoutCourtesy(asked.question);
  const plain = question === asked.question ? asked : readAsked(question);
  if (isShortFactual(plain) && (history.length === 0 || saysEnough(plain.text))) {
    return draft(intentOf(plain.bare, plain.signals), plain, { confidence: 0.8 });
  }
  return isKeywords(plain) ? draft('lookup', plain, { confidence: 0.6 }) : undefined;
}

/** In a conversation, less may lean on what was said before. */
function saysEnough(text: string): boolean {
  return tellingTerms(text).length >= 2;
}

function decideCommand(command: Command): Draft {
  const { name, argument } = command;
  const things = name === 'compare' ? comparedThings(argument) : [];
  if (name === 'help' || (argument === '' && name !== 'summarize')) {
    return draft('capabilities', readAsked(`/${name}`), { confidence: 1, isLiteral: true });
  }
  const asked = readAsked(spellOut(command, things));
  switch (name) {
    case 'summarize':
      return draft('summarize', asked, { confidence: 1, complexity: 'MEDIUM', paths: [argument] });
    case 'compare':
      return draft('compare', asked, { confidence: 1, complexity: 'MEDIUM', focuses: things });
    case 'find':
      return draft('lookup', asked, { confidence: 1, isLiteral: true });
  }
}

function draft(intent: Intent, asked: Asked, rest: Partial<Draft> & Pick<Draft, 'confidence'>): Draft {
  return { intent, complexity: 'SIMPLE', ambiguous: false, asked, ...rest };
}

/** The whole is one name, path or quotation. */
const QUOTED = /^(?:"[^"\n]{1,300}"|“[^”\n]{1,300}”|'[^'\n]{1,300}'|`[^`\n]{1,300}`|「[^」\n]{1,300}」|《[^》\n]{1,300}》)[?？]?$/u;
const PATH = /^@?(?:~|\.{1,2})?\/?[\w.@+-]+(?:[/\\][\w.@+-]+)+[/\\]?(?::\d+){0,2}$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}(?::\d+){0,2}$|^[A-Za-z]:\\[^\s?？]+$/;
const HUMP = /^[$_]?[A-Za-z\d]*[a-z\d][A-Z][\w$]*$/;

/** Longest name. In UTF-16 units. */
const MAX_NAME = 200;

function isLiteral(text: string): boolean {
  if (QUOTED.test(text)) {
    return true;
  }
  const name = text.replace(/[?？]$/, '');
  return name.length <= MAX_NAME && !/\s/.test(name) && (PATH.test(name) || HUMP.test(name) || queryShape(name) === 'identifier');
}

/** As programs print their errors; codes are written in capitals. */
const ERROR =
  /^(?:[\w.$]*(?:Error|Exception|Warning|Fault)(?:\s*\[\w+\])?\s*[:：]|(?:error|fatal|panic|warning|uncaught|unhandled|traceback|segmentation fault|exit code)\b[^?？\n]{0,40}[:：!(\d]|npm ERR!|cannot (?:find|read|resolve|set)\b|(?:错误|异常|警告|致命错误)\s*[:：\d])/iu;
const ERROR_CODE = /^(?:(?:TS|CS|E|ERR_|SQLSTATE|ORA-)\w*\d{3,}\b|E[A-Z]{4,}\b[:：\s])/;

function isErrorText(text: string): boolean {
  return (ERROR.test(text) || ERROR_CODE.test(text)) && !/[?？]/.test(text);
}

const FACTUAL =
  /^(?:(?:please|can you|could you) )?(?:(?:(?:tell me|explain|show me|describe)(?: about)? )?(?:what(?:'s)?|where(?:'s)?|when|who(?:'s)?|whose|which|how(?:'s)?|is|are|was|does|do|did|can|could|should|must|may|will|has|have)|tell me about|explain|describe)\b/iu;
const FACTUAL_ZH =
  /是什么|什么是|是多少|多少|多久|多长|多大|几[个次轮种条层级行天秒分项]|在哪|哪里|哪儿|哪个(?!更)|哪些|什么时候|何时|是谁|怎么(?!样|办|回事)|如何|怎样|能否|是否|能不能|可不可以|有没有|支持.{0,20}吗|可以.{0,20}吗|能.{0,20}吗|有.{0,20}吗|什么(?:意思|作用|用|格式|版本|类型|单位)|[做干]什么|的(?:作用|含义|意思|用途)$/u;

/** What makes a short question more than one: joined clauses, conditions, reasons. */
const MORE_THAN_ONE =
  /\b(?:and|or|then|if|unless|but|also|as well as|depending|instead|why)\b|为什么|为何|原因|并且|然后|以及|同时|如果|但是|而且|还有|[和与跟或及、]|还是|,\s*(?:what|how|where|which|when|who)\b|(?:怎么|如何|什么|哪|多少|几)[^，。？]*，[^。？]*(?:怎么|如何|什么|哪|多少|几|吗)/iu;

const MAX_WORDS = 14;
const MAX_CHARACTERS = 30;

/** One search should find what it asks for. */
function isShortFactual({ text, bare, language, signals }: Asked): boolean {
  const isShort = language === 'zh' ? text.replace(/\s/g, '').length <= MAX_CHARACTERS : text.length <= MAX_LINE && words(text) <= MAX_WORDS;
  return isShort && isOneThing(bare, signals) && (language === 'zh' ? FACTUAL_ZH : FACTUAL).test(bare) && digestOf(bare) === undefined && !isOwnTrouble(bare, signals) && tellingTerms(text).length > 0;
}

/** What went wrong with somebody's own things may have many causes; "what does the error X mean" has one answer. */
function isOwnTrouble(bare: string, signals: Signals): boolean {
  return intentOf(bare, signals) === 'troubleshoot' && /\b(?:i|my|me|we|our|it|this)\b|了|[我你您]/iu.test(bare);
}

function isOneThing(bare: string, { compares, asksSeveral }: Signals): boolean {
  return !compares && !asksSeveral && !MORE_THAN_ONE.test(bare) && !mayTakeHops(bare) && !/[.!;]\s+\S|[。！；\n]\s*\S/.test(bare);
}

/** In UTF-16 units. */
const MAX_LINE = 200;

/** A few words without a verb or a mark, as typed into a search box. */
function isKeywords({ text, bare }: Asked): boolean {
  const isBare = !/[?？,，.。;；:：!！\n]/.test(bare) && !MORE_THAN_ONE.test(bare) && digestOf(bare) === undefined;
  const isShort = /\p{Script=Han}/u.test(text) ? text.replace(/\s/g, '').length <= MAX_KEYWORD_CHARACTERS && !/怎么|如何|怎样|什么|哪|吗|呢|多少/u.test(bare) : text.length <= MAX_LINE && words(text) <= MAX_KEYWORDS;
  return isBare && isShort && tellingTerms(text).length > 0;
}

const MAX_KEYWORDS = 3;
const MAX_KEYWORD_CHARACTERS = 8;

function words(text: string): number {
  return text.match(/[\p{L}\p{N}_'’.-]+/gu)?.length ?? 0;
}
