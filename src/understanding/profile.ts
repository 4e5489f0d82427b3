import type { QuestionContext } from '../model/conversation';
import type { Complexity, QueryProfile } from '../model/profile';
import type { Library } from '../retrieval/library';
import type { Language } from '../util/language';
import { detectLanguage } from '../util/language';
import { terms } from '../util/terms';
import type { Asked } from './asked';
import { MAX_FOCUS, MAX_FOCUSES, readFocuses } from './reading/focuses';
import { plainPath } from './reading/paths';
import { MAX_SYMBOL, MAX_SYMBOLS, readSymbols } from './reading/symbols';
import { isTimely } from './reading/timely';
import type { Draft } from './rules';
import type { ScopeSigns } from './scope';
import { readScope } from './scope';

/** What a profile is completed from. */
export interface ProfileContext {
  /** As the person typed it. */
  readonly question: string;
  readonly context: QuestionContext;
  readonly library: Pick<Library, 'findPaths'>;
}

/**
 * Adds to a draft what code finds for sure: signals raise a simple question to a medium one and never lower any.
 * @throws AssistantError index.* if the library fails.
 */
export async function completeProfile(draft: Draft, { question, context, library }: ProfileContext): Promise<QueryProfile> {
  const { intent, ambiguous, confidence, asked } = draft;
  const scope = await readScope(scopeSignsOf(draft), context, library);
  return {
    intent,
    complexity: complexityOf(draft),
    ambiguous,
    scope,
    language: languageOf(question, context),
    timeSensitive: draft.timeSensitive === true || isTimely(readable(draft).bare),
    codeSymbols: symbolsOf(draft).filter((name) => scope.paths?.includes(plainPath(name)) !== true),
    focuses: focusesOf(draft),
    standaloneQuestion: asked.question,
    confidence,
  };
}

/** What is looked up as it stands says nothing about how or where. */
function readable({ asked, isLiteral = false }: Draft): Pick<Asked, 'text' | 'bare'> {
  return isLiteral ? { text: '', bare: '' } : asked;
}

function complexityOf(draft: Draft): Complexity {
  return draft.complexity === 'SIMPLE' && isSeveral(draft) ? 'MEDIUM' : draft.complexity;
}

function isSeveral({ asked: { signals }, isLiteral = false }: Draft): boolean {
  return !isLiteral && (signals.compares || signals.asksSeveral);
}

function scopeSignsOf(draft: Draft): ScopeSigns {
  return { ...readable(draft), takesAll: draft.intent === 'summarize' || draft.intent === 'outline', proposed: draft.paths ?? [] };
}

/** Those of a model count where each has to do with the question and there is more than one; rules find some only where something signals them. */
function focusesOf(draft: Draft): readonly string[] {
  const { focuses = [] } = draft;
  const { text, bare } = readable(draft);
  const said = new Set(terms(text));
  const known = focuses.map((focus) => focus.slice(0, MAX_FOCUS).trim()).filter((focus) => terms(focus).some((term) => said.has(term)));
  const distinct = [...new Set(known)].slice(0, MAX_FOCUSES);
  return distinct.length > 1 ? distinct : isSeveral(draft) ? readFocuses(text, bare) : [];
}

function symbolsOf({ asked: { text }, symbols = [] }: Draft): readonly string[] {
  const written = symbols.map((name) => name.replace(/^`+|`+$/g, '')).filter((name) => name !== '' && name.length <= MAX_SYMBOL && !/\s/.test(name) && text.includes(name));
  return [...new Set([...readSymbols(text), ...written])].slice(0, MAX_SYMBOLS);
}

const PROSE = /\p{Script=Han}|\p{L}+\s+\p{L}+\s+\p{L}+/u;

/** A name alone has no language: it has that of the conversation. */
function languageOf(question: string, { history }: QuestionContext): Language {
  const asked = [question, ...history.map((turn) => turn.question).reverse()];
  return detectLanguage(asked.find((text) => PROSE.test(text.slice(0, MAX_LOOKED_AT)))?.slice(0, MAX_LOOKED_AT) ?? question.slice(0, MAX_LOOKED_AT));
}

/** In UTF-16 units. */
const MAX_LOOKED_AT = 4_000;
