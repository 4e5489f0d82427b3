/** A run of East Asian script (no spaces between words), or a word of letters, digits and `_`. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[[\p{L}\p{M}\p{N}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv;

const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Where an identifier changes word: `fooBar`, `HTTPServer`, `snake_case`. */
const WORD_BREAK = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_+/u;

/** English words that say how a sentence is built, not what it is about. */
const STOP_WORDS = new Set(
  (
    'a about after all also am an and any are as at be been before being between but by can cannot could did do does doing done ' +
    'each else for from get gets give given go had has have having he her here hers him his how i if in into is it its itself just ' +
    'know let like make makes may me might mine more most much must my need no nor not of off on once one only or other our out over ' +
    'own please same shall she should so some such tell than that the their them then there these they this those through to too under ' +
    'until up us use used uses using very want was way we were what when where whether which while who whom whose why will with within ' +
    'without work works would you your explain describe show mean means don doesn isn t s re ll ve d m'
  ).split(' '),
);

/** The Chinese counterpart: function words and the words of asking. */
const STOP_RUNS =
  /为什么|什么时候|会不会|怎么样|怎么办|有没有|是不是|能不能|可不可以|是什么|什么|怎么|怎样|如何|哪些|哪个|哪里|哪儿|多少|多久|多长时间|多长|多大|几次|几个|几种|几天|何时|为何|时候|一般|之前|之后|是否|可以|能否|请问|告诉|一下|应该|需要|这个|那个|这些|那些|一个|我们|你们|他们|以及|或者|如果|因为|所以|进行|使用|介绍|解释|说明|[的了吗呢吧啊是有在和与或及我你他她它们这那就都也还而被把让从到对用给请很]/gu;

/**
 * What a text is about, as comparable terms in order of appearance, repeats kept: words in lower case without English
 * endings, parts of identifiers beside the whole, and pairs of neighbours for scripts that do not part words.
 */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(RUN)) {
    if (EAST_ASIAN.test(run)) {
      found.push(...pairs(run));
    } else {
      found.push(...wordTerms(run));
    }
  }
  return found;
}

const CHINESE_WORDS = new Intl.Segmenter('zh', { granularity: 'word' });

/** A question is no longer than this; what is pasted after it is not asked about. */
const MAX_QUESTION = 2_000;

/**
 * The terms of a question that tell it from other questions, without repeats: no function words, no pairs of
 * characters that belong to two words, and no single characters beside words.
 */
export function tellingTerms(question: string): string[] {
  const asked = question.slice(0, MAX_QUESTION).replace(STOP_RUNS, ' ');
  const words = wordsOf(asked).filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  const found = [...new Set(words.flatMap(terms))];
  const pairsAndWords = found.filter((term) => !(EAST_ASIAN.test(term) && term.length === 1));
  return pairsAndWords.length > 0 ? pairsAndWords : found;
}

/** The words of a text; characters that the dictionary knows only alone stay with their neighbours. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let wasAlone = false;
  for (const { segment } of CHINESE_WORDS.segment(text)) {
    const isAlone = EAST_ASIAN.test(segment) && segment.length === 1;
    if (isAlone && wasAlone) {
      words.push((words.pop() ?? '') + segment);
    } else {
      words.push(segment);
    }
    wasAlone = isAlone;
  }
  return words;
}

/** Longest word that is taken apart; longer ones are data, not words. */
const MAX_WORD_LENGTH = 64;

/** Most words are, and have no parts: it is quicker to ask than to look for the parts. */
const PLAIN_WORD = /^[a-z]+$/;

function wordTerms(word: string): string[] {
  if (word.length > MAX_WORD_LENGTH) {
    return [];
  }
  if (PLAIN_WORD.test(word)) {
    return [stem(word)];
  }
  const parts = word.split(WORD_BREAK).filter((part) => part.length > 0);
  const whole = stem(word.toLowerCase());
  return parts.length > 1 ? [whole, ...parts.map((part) => stem(part.toLowerCase()))] : [whole];
}

function pairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.length === 1 ? characters : characters.slice(1).map((character, at) => (characters[at] ?? '') + character);
}

/** Endings that change a word's form and not its subject, longest first. */
const ENDINGS: readonly (readonly [ending: string, instead: string])[] = [
  ['ations', ''],
  ['ation', ''],
  ['ings', ''],
  ['ing', ''],
  ['ies', 'y'],
  ['ied', 'y'],
  ['ses', 's'],
  ['xes', 'x'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['ed', ''],
  ['ly', ''],
  ['s', ''],
];

/** What the endings end in. */
const LAST_LETTERS = 'sngdy';

/** Shortest stem: less than this no longer tells words apart. */
const MIN_STEM = 3;

/**
 * An English word without its inflection, so that "configured", "configures" and "configuration" meet. Cruder than a
 * dictionary and the same for question and document, which is all that matching asks.
 */
function stem(word: string): string {
  if (!LAST_LETTERS.includes(word.charAt(word.length - 1))) {
    return trimStem(word);
  }
  for (const [ending, instead] of ENDINGS) {
    if (word.endsWith(ending) && !word.endsWith('ss') && word.length - ending.length >= MIN_STEM) {
      return trimStem(word.slice(0, word.length - ending.length) + instead);
    }
  }
  return trimStem(word);
}

/** Consonants that English doubles before an ending. */
const DOUBLED = 'bdgmnprt';

/** "cache" and "caching" meet in "cach", "run" and "running" in "run". */
function trimStem(word: string): string {
  if (word.length <= MIN_STEM) {
    return word;
  }
  if (word.endsWith('e')) {
    return word.slice(0, -1);
  }
  const last = word.charAt(word.length - 1);
  const isDoubled = DOUBLED.includes(last) && word.charAt(word.length - 2) === last;
  return isDoubled ? word.slice(0, -1) : word;
}
