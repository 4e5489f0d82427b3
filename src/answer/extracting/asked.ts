import { tellingTerms, terms } from '../../util/terms';
import type { Language } from '../../util/language';
import { detectLanguage } from '../../util/language';
import type { QuestionShape } from './questionShape';
import { shapeOf } from './questionShape';

/** A question as far as extracting understands it. */
export interface Asked {
  /** Its telling terms. */
  readonly terms: readonly string[];
  /** Each finds one of the names in the question as a whole name: `fetch-retries` is not in `fetch-retries-max`. */
  readonly names: readonly RegExp[];
  readonly shape: QuestionShape;
  readonly language: Language;
}

/** What is no word of the language: `in code`, with-hyphens, with_underscores, with.dots, inCamelCase, TW-3007. */
const NAME = /`([^`]{2,80})`|[A-Za-z0-9]+(?:[-_.]+[A-Za-z0-9]+)+|[a-z]+[A-Z]\w*/g;

/** What says how to answer, and is in no answer. */
const FORM_TERMS = new Set(['difference', 'differ', 'compare', 'comparison', 'versus', 'example', 'reason', '区别', '差异', '对比', '比较'].flatMap(terms));

/** Names of a question that are looked for, at most. */
const MAX_NAMES = 8;

/** Reads a question. */
export function readQuestion(question: string): Asked {
  const names = Array.from(question.matchAll(NAME), ([whole, code]) => (code ?? whole).replace(/^-+/, '').trim());
  const telling = tellingTerms(question);
  const subject = telling.filter((term) => !FORM_TERMS.has(term));
  return {
    terms: subject.length > 0 ? subject : telling,
    names: names.filter((name) => name.length > 1).slice(0, MAX_NAMES).map(wholeName),
    shape: shapeOf(question),
    language: detectLanguage(question),
  };
}

/** Finds a name that is not part of a longer one; the plural is the same name. */
function wholeName(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<!\w|\w[-.])${escaped}s?(?!\w|[-.]\w)`, 'i');
}

/** True if a text has a name that was asked for. */
export function mentions(text: string, { names }: Asked): boolean {
  return names.some((name) => name.test(text));
}

/** Before a name at the beginning there may be markup, an article, or a short alias: `-E, --save-exact`. */
const MAX_BEFORE_NAME = 8;

/** True if a text begins with a name that was asked for. */
export function beginsWithName(text: string, { names }: Asked): boolean {
  return names.some((name) => (name.exec(text)?.index ?? Infinity) <= MAX_BEFORE_NAME);
}

/** True if code defines a name that was asked for: `const NAME =`, `def name(`, `class Name:`; a use of it defines nothing. */
export function defines(code: string, { names }: Asked): boolean {
  return names.some(({ source }) => new RegExp(String.raw`^[ \t]*(?:[\w@]+ +){0,4}${source}\s*(?:[:=({<]|$)`, 'im').test(code));
}

/** How well a term is matched among others: in [0, 1]. */
export function matchIn(found: ReadonlySet<string>, term: string): number {
  if (found.has(term)) {
    return 1;
  }
  if (term.length < MIN_PREFIX) {
    return 0;
  }
  for (const other of found) {
    const [short, long] = other.length < term.length ? [other, term] : [term, other];
    if (short.length >= MIN_PREFIX && long.length - short.length <= MAX_PREFIX_REST && long.startsWith(short)) {
      return PREFIX_SHARE;
    }
  }
  return 0;
}

/** "sign" and "signature" share a beginning: half a match. */
const PREFIX_SHARE = 0.5;
const MIN_PREFIX = 4;
const MAX_PREFIX_REST = 5;

/** A heading answers as a whole if it says this much of the question, a heading that is a question if this much. */
const MIN_TITLE_SHARE = 0.75;
const MIN_QUESTION_SHARE = 0.6;

/** How much of a heading that is a question must have been asked. */
const MIN_ASKED_OF_QUESTION = 0.5;

/**
 * True if what stands under a heading is the entry that was asked for: the heading begins with the name in the question, is
 * the same question, or names nothing but the subject of the question.
 *
 * @param shareOf - how much of the question some terms say, in [0, 1].
 */
export function isAskedFor(title: string, asked: Asked, shareOf: (found: ReadonlySet<string>) => number): boolean {
  if (asked.names.length > 0) {
    return beginsWithName(title, asked);
  }
  const own = tellingTerms(title);
  const wanted = new Set(asked.terms);
  const share = shareOf(new Set(terms(title)));
  const askedShare = own.filter((term) => matchIn(wanted, term) > 0).length / Math.max(1, own.length);
  return /[?？]\s*$/.test(title)
    ? share >= MIN_QUESTION_SHARE && askedShare >= MIN_ASKED_OF_QUESTION
    : own.length > 0 && share >= MIN_TITLE_SHARE && own.every((term) => wanted.has(term));
}
