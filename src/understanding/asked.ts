import type { Language } from '../util/language';
import { detectLanguage } from '../util/language';
import { maskLiterals } from './reading/literals';
import type { Signals } from './reading/signals';
import { readSignals } from './reading/signals';

/** Longest question that is kept, in UTF-16 units; of a longer one, its beginning and its end. */
const MAX_QUESTION = 20_000;

/** As much of a question is read by rules: what is pasted into the middle of it is not asked. */
const MAX_READ = 2_000;

/** A question as rules read it. */
export interface Asked {
  /** The whole question, trimmed. */
  readonly question: string;
  /** What is read of it. */
  readonly text: string;
  /** The same length, see `maskLiterals`. */
  readonly bare: string;
  readonly signals: Signals;
  readonly language: Language;
}

/** Reads a question. Linear. */
export function readAsked(question: string): Asked {
  const whole = withoutMiddle(question.trim(), MAX_QUESTION);
  const text = withoutMiddle(whole, MAX_READ);
  const bare = maskLiterals(text);
  return { question: whole, text, bare, signals: readSignals(bare), language: detectLanguage(text) };
}

const GAP = '\n…\n';

function withoutMiddle(text: string, length: number): string {
  const half = Math.floor((length - GAP.length) / 2);
  return text.length <= length ? text : text.slice(0, half) + GAP + text.slice(-half);
}
