import type { Part } from './parts';
import { numberedParts, questionsIn } from './parts';

/** Focuses of a question, at most: more would be searched one by one to no good. */
export const MAX_FOCUSES = 6;

/** Longest focus, in UTF-16 units. */
export const MAX_FOCUS = 80;

/** Where the things that are compared stand: after, before or around the words that compare them. */
const LISTS: readonly RegExp[] = [
  /\b(?:differences?|comparisons?|trade-?offs?) between\s+(?<list>[^.?!;\n]{1,120}?\sand\s[^.?!,;\n]{1,80})/diu,
  /\b(?:compare|comparing|comparisons? of|pros and cons of|advantages and disadvantages of)\s+(?<list>[^.?!;\n]{1,120}?\s(?:and|or|with|to|against|vs\.?|versus)\s[^.?!,;\n]{1,80}|[^.?!;\n]{3,120})/diu,
  /(?<list>[^.?!,;:\n]{1,80}\s(?:vs\.?|versus)\s+[^?!,;\n]{1,80})/diu,
  /\bhow (?:do|does|did|is|are)\s+(?<list>[^.?!;\n]{1,80}?\s+(?:differs?|different|compares?)\s+(?:from|to|with)\s+[^.?!;\n]{1,80})/diu,
  /\bhow (?:do|does|did)\s+(?<list>[^.?!;\n]{1,120}?\sand\s[^.?!;\n]{1,80}?)\s+(?:differ|compare)\b/diu,
  /\b(?:is|are|was|does)\s+(?<list>[^.?!;\n]{1,60}?\s+(?:better|worse|faster|slower|safer|simpler|easier|cheaper)\s+than\s+[^.?!;\n]{1,60})/diu,
  /\b(?:better|faster|slower|safer|cheaper|simpler|easier)\b[^.?!,:;\n]{0,30}[,:]\s*(?<list>[^.?!;\n]{3,80}\sor\s[^.?!;\n]{1,60})/diu,
  /\b(?:are|is|were|do|does|did|have|can|will)\s+(?<list>[^.?!,;\n]{1,60}\sand\s[^.?!,;\n]{1,60}?)\s+(?:both|have in common)\b/diu,
  /^(?:which|who)\b[^.?!\n]{2,80},\s(?<list>[^,.?!\n]{1,50}\sor\s[^,.?!\n]{1,50})\?/diu,
  /\bboth\s+(?<list>[^.?!,;\n]{1,60}?\sand\s[^.?!,;\n]{1,40})/diu,
  /(?<list>[\w./-]+(?:,\s[\w./-]+){0,4},?\sand\s[\w./-]+)[^.?!\n]{0,60}\brespectively\b/diu,
  /(?:对比|比较|分别(?:介绍|说明|解释|列出|给出|总结|描述)?)(?:一下|下)?(?<list>[^，。？！；?!;\n]{3,80})/du,
  /(?<list>[^，。？！；?!;\n]{3,80}?)[，,]?(?:区别|差异|差别|不同|对比|比较|优缺点|优劣|利弊|异同|共同点|相同点|分别|都(?=.{1,30}吗)|(?:哪|谁)一?(?:个|种|款|者)?\s*(?:会|要)?\s*更)/du,
];

/** What stands between two things. 同 and 及 are parts of too many words; 和 of 总和 and 校验和, 与 of 参与, 跟 of 跟踪. */
const BETWEEN =
  /\s*(?:、|以及|(?<![总饱求之共温缓验])和(?![平解])|(?<![参给授])与(?!否)|(?<!紧)跟(?![踪随进])|还是)\s*|\s*[,，]\s*(?:and\s+|or\s+)?|\s+(?:and|or|vs\.?|versus|with|against|(?:differs?|different|compares?)\s+(?:from|to|with)|(?:better|worse|faster|slower|safer|simpler|easier|cheaper)\s+than)\s+/iu;

/** What a list may begin with that belongs to the question. */
const LEAD =
  /^(?:请问|请|帮我|麻烦|能否|能不能|可以|给我|告诉我|说说|说一下|讲讲|解释|介绍|说明|分析|总结|对比|比较|了解|想知道|一下|下|what(?:'s| is| are)|which(?: one)? is|when (?:to|should i) use|should i use|would you|explain|describe|compare|comparison of|tell me about|how about|is there|difference between|pros and cons of|using|use|about|between|of|for|is|are|the|an?|how|why|my|our|its|their)(?![A-Za-z])\s*/iu;

/** What goes on after the last thing of a list. */
const TAIL =
  /\s+(?:when|while|if|in terms of|with respect to|regarding|for|on|in|at|as|do|does|is|are|should|can|could|will|would|have|has|handles?|works?|behaves?|performs?|stores?|supports?|different(?:ly)?|that|which|please)\b.*$|(?:之间|各自|各有|分别|到底|究竟|具体|主要|核心|本质|有什么|有何|有哪些|是什么|怎么|如何|哪|谁|(?<=[^存现正所内外])在(?!线)|的(?:区别|差异|差别|不同|优缺点|优劣|异同|特点|对比|关系|$)|吗|呢).*$/iu;

const MARKS = /["“”「」『』《》`]|^[\s'‘’()（）:：]+|[\s'‘’()（）.。:：]+$/gu;

/** A thing is named by a few words: more is half a sentence. */
const MAX_WORDS = 6;

/**
 * The things that a question compares, or asks several things about; else its parts, where they are numbered or are
 * questions of their own. Empty for a question about one thing.
 *
 * @param bare - the same length as `text`, see `maskLiterals`.
 */
export function readFocuses(text: string, bare: string): string[] {
  const compared = LISTS.map((pattern) => pattern.exec(bare)?.indices?.groups?.list)
    .map((at) => (at === undefined ? [] : splitList(text, bare, { start: at[0], end: at[1] })))
    .find((things) => things.length > 1);
  const parts = numberedParts(bare);
  return distinct(compared ?? (parts.length > 1 ? parts : questionsIn(bare)).map(({ start, end }) => text.slice(start, end)));
}

/** @returns no thing at all where one of them is no name. */
function splitList(text: string, bare: string, { start, end }: Part): string[] {
  const things: string[] = [];
  let rest = start;
  for (const part of bare.slice(start, end).split(new RegExp(`(${BETWEEN.source})`, BETWEEN.flags))) {
    const from = rest;
    rest += part.length;
    if (!isBetween(part)) {
      things.push(nameIn(text, bare, { start: from, end: rest }));
    }
  }
  const names = things.filter((name) => name !== '');
  return names.every((name) => name.split(/\s+/).length <= MAX_WORDS) ? names : [];
}

function isBetween(part: string): boolean {
  return new RegExp(`^(?:${BETWEEN.source})$`, BETWEEN.flags).test(part);
}

function nameIn(text: string, bare: string, { start, end }: Part): string {
  let from = start;
  for (let lead = LEAD.exec(bare.slice(from, end)); lead !== null; lead = LEAD.exec(bare.slice(from, end))) {
    from += lead[0].length;
  }
  const tail = TAIL.exec(bare.slice(from, end));
  return text.slice(from, tail === null ? end : from + tail.index).replace(MARKS, '').trim();
}

function distinct(things: readonly string[]): string[] {
  const names = new Map(things.map((thing) => oneLine(thing)).map((name) => [name.toLowerCase(), name] as const));
  names.delete('');
  return names.size > 1 ? [...names.values()].slice(0, MAX_FOCUSES) : [];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_FOCUS).trim();
}
