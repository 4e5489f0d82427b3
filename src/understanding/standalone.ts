import type { PastTurn } from '../model/conversation';
import { tellingTerms, terms } from '../util/terms';
import { commandIn, comparedThings, spellOut } from './commands';
import { courtesyIn, withoutCourtesy } from './courtesy';
import { readFocuses } from './reading/focuses';
import { isFollowUp } from './reading/followUp';
import { maskLiterals } from './reading/literals';

/** Turns that a follow-up may lean on. */
const TURNS = 4;

/** As much of the question before is carried over. In UTF-16 units. */
const MAX_CARRIED = 400;

/**
 * A question as one that needs no conversation, as well as rules can tell: what it points at is put in its place, one name
 * takes the place of another, else the question before is put in front of it.
 */
export function standaloneByRules(question: string, history: readonly PastTurn[]): string {
  let before = '';
  let answer = '';
  for (const turn of history.filter((past) => courtesyIn(past.question) === undefined).slice(-TURNS)) {
    before = continued(spelledOut(turn.question), before, answer);
    answer = turn.answer;
  }
  return continued(question, before, answer);
}

function spelledOut(question: string): string {
  const command = commandIn(question);
  return command === undefined ? question : spellOut(command, comparedThings(command.argument));
}

function continued(asked: string, before: string, answer: string): string {
  if (before === '' || !isFollowUp(maskLiterals(asked))) {
    return asked;
  }
  const question = withoutCourtesy(asked);
  return withMeant(question, before, answer) ?? withOtherPlace(question, before) ?? withOtherName(question, before) ?? `${before.slice(0, MAX_CARRIED).trim()} ${question}`;
}

const ORDINAL =
  /\bthe (?<english>first|second|third|fourth|fifth|sixth|last)(?: (?:one|option|item|point|step|approach|method|way))?\b|(?<pair>\b(?:the )?(?:former|latter)\b|前者|后者)|第(?<chinese>[一二三四五六1-6])(?:个|种|条|点|步|项|款|类)|(?<end>最后(?:一[个种条点步项]|那个))/iu;
const ORDER = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const CHINESE_ORDER = '一二三四五六';

/** "the second one": of the things that the question before was about, else of the list in the answer. */
function withMeant(question: string, before: string, answer: string): string | undefined {
  const match = ORDINAL.exec(question);
  if (match === null) {
    return undefined;
  }
  const { english = '', pair, chinese = '' } = match.groups ?? {};
  const things = readFocuses(before, maskLiterals(before));
  const list = things.length > 0 ? things : itemsOf(answer);
  const nth = pair === undefined ? Math.max(ORDER.indexOf(english.toLowerCase()), '123456'.indexOf(chinese || '-'), CHINESE_ORDER.indexOf(chinese || '-')) : Number(/latter|后/i.test(pair));
  const meant = list.at(nth);
  return meant === undefined ? undefined : question.slice(0, match.index) + meant + question.slice(match.index + match[0].length);
}

/** The first words of each item of the lists in an answer. */
function itemsOf(answer: string): string[] {
  return Array.from(answer.matchAll(/^[ \t]{0,6}(?:[-*+•]|\d{1,2}[.)、])[ \t]+([^\n]{1,400})/gm), ([, item = '']) =>
    item.replace(/\[\d{1,3}\]|\*\*|__|`/g, '').split(/[:：。（(—–]|\.\s|\s-\s/u, 1).join('').trim().slice(0, MAX_ITEM),
  );
}

const MAX_ITEM = 80;

const OPENING = String.raw`^(?:(?:and|or|but|so|then|also|what about|how about|same)\s+)*`;
const PREPOSITIONS = 'on|in|for|with|using|under|without|from|via|against';
const OTHER_PLACE = new RegExp(String.raw`${OPENING}(?<preposition>${PREPOSITIONS})\s+(?<place>[^?？.!]{1,60}?)\s*[?？.!]*$`, 'iu');
const PLACE = new RegExp(String.raw`\b(${PREPOSITIONS})\s+((?:(?!\s(?:${PREPOSITIONS}|to|and|or)\s)[^,.?!;\n]){1,60})`, 'giu');
const OTHER_CHINESE_PLACE = /^(?:那么?|还有|换成|如果)?\s*在?\s*(?<place>[^\s?？，。]{1,20}(?: [\w.]{1,12})?)\s*(?<after>上|下|里|中)(?:面)?\s*呢?\s*[?？]*$/u;
const CHINESE_PLACE = /(?<=在)(\s*)([^，。？！在\n]{1,20}?)(\s*)(?=上|下|里|中)/gu;

/** "and on Windows?" after "How do I install it on Linux?": the place that stands after the same word. */
function withOtherPlace(question: string, before: string): string | undefined {
  const other = OTHER_PLACE.exec(question)?.groups;
  return other === undefined ? withOtherChinesePlace(question, before) : withPlaceAfter(other.preposition ?? '', other.place ?? '', before);
}

function withPlaceAfter(preposition: string, place: string, before: string): string | undefined {
  const slot = [...before.matchAll(PLACE)].findLast(([, word = '']) => word.toLowerCase() === preposition.toLowerCase());
  if (slot === undefined) {
    return undefined;
  }
  const [whole, word = ''] = slot;
  return `${before.slice(0, slot.index)}${word} ${place}${before.slice(slot.index + whole.length)}`;
}

function withOtherChinesePlace(question: string, before: string): string | undefined {
  const place = OTHER_CHINESE_PLACE.exec(question)?.groups?.place;
  return place === undefined || [...before.matchAll(CHINESE_PLACE)].length !== 1
    ? undefined
    : before.replace(CHINESE_PLACE, (_all, left: string, _place, right: string) => left + place + right);
}

const OTHER_NAME = /^(?:(?:and|what about|how about|那么?|还有|换成)\s*)+(?<name>[A-Za-z][\w.+#-]*)\s*(?:呢|怎么样)?\s*[?？.!]*$|^(?<bare>[A-Za-z][\w.+#-]*)\s*呢?\s*[?？]+$/iu;
const NAME = /(?<=[\p{L}\p{N},]\s+)(?!I\b)\p{Lu}[\w.+#-]*(?<![.])|(?<=\p{Script=Han}\s*)[A-Za-z][\w.+#-]*(?<![.])|\b[A-Za-z][\w.+#-]*(?=\s*\p{Script=Han})/gu;

/** "what about Memcached?" after a question that has one name. */
function withOtherName(question: string, before: string): string | undefined {
  const { name, bare } = OTHER_NAME.exec(question)?.groups ?? {};
  const other = name ?? bare;
  const names = [...before.matchAll(NAME)];
  const [only] = names;
  return other === undefined || only === undefined || names.length > 1 ? undefined : before.slice(0, only.index) + other + before.slice(only.index + only[0].length);
}

/** Longest question that a model may make of another. In UTF-16 units. */
const MAX_REWRITTEN = 600;

/** As much of what a rewritten question says must have been said before, by the person or in an answer, or name a source of it. */
const MIN_SAID = 0.6;

/** As much of each past answer is looked at. In UTF-16 units. */
const MAX_LOOKED_AT = 4_000;

/**
 * Whether what a model made of a question may be searched instead of it: it adds nothing that was not said, and it leaves
 * nothing out unless the question only pointed.
 */
export function isFaithful(rewritten: string, question: string, history: readonly PastTurn[]): boolean {
  const made = tellingTerms(rewritten);
  if (rewritten.length > MAX_REWRITTEN || made.length === 0) {
    return false;
  }
  const said = new Set([question, ...history.slice(-TURNS).flatMap(saidIn)].flatMap(terms));
  const share = made.filter((term) => said.has(term)).length / made.length;
  const kept = new Set(terms(rewritten));
  return share >= MIN_SAID && (isFollowUp(maskLiterals(question)) || tellingTerms(question).every((term) => kept.has(term)));
}

/** The sources belong to it: "the one you just cited" is called by its name. */
function saidIn({ question, answer, evidence }: PastTurn): string[] {
  return [question, answer.slice(0, MAX_LOOKED_AT), ...evidence.flatMap(({ passage: { path, headings } }) => [path, ...headings])];
}
