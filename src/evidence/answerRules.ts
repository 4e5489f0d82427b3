import type { Evidence, Grade } from '../model/evidence';
import { detectLanguage } from '../util/language';
import { fenceRule } from './fence';

/** Low, not 0: evidence decides what is said, and a little freedom makes it read better. */
export const ANSWER_TEMPERATURE = 0.2;

/** How an answer is written. There is no template for no evidence: code says that by itself, see `describeNothingFound`. */
export type AnswerTemplate = 'standard' | 'low_confidence';

/** What the rules depend on. */
export interface AnswerGround {
  readonly question: string;
  /** At least one. */
  readonly evidence: readonly Evidence[];
  readonly grade: Grade;
  /** A fresh unguessable word, letters and digits: it marks where sources begin and end, so that no source can fake it. */
  readonly nonce: string;
}

/** The template for evidence of a grade. */
export function templateFor(grade: Grade): AnswerTemplate {
  return grade === 'LOW' ? 'low_confidence' : 'standard';
}

const LANGUAGE_RULES = {
  en: 'Write in the language of the question (English unless it clearly is another).',
  zh: '请用简体中文回答，代码、命令和专有名称保持原样。',
} as const;

const OUTSIDE_RULE =
  'Sources of kind "web" come from the internet, those of kind "note" from the reader. Where one of them and a file disagree, go by the file and say that they disagree.';

const TEMPLATE_RULES: Readonly<Record<AnswerTemplate, string>> = {
  standard: 'Begin with the answer itself, in one sentence if one is enough; then only what helps to use it.',
  low_confidence:
    'The sources match the question weakly. Open by saying so in one sentence, then say what they do contain that may help.',
};

/** Tells a model how an answer from evidence is written, in whatever way it is asked for one. */
export function answerRules({ question, evidence, grade, nonce }: AnswerGround): string {
  const rules = [
    fenceRule(nonce),
    'State only what the sources say. Where they disagree with what you remember, the sources are right.',
    ...(evidence.some(({ passage }) => passage.origin !== undefined) ? [OUTSIDE_RULE] : []),
    'After every statement put the number of the source that says it, in square brackets, before the full stop: [1]. For two sources write [1][2]. Use only numbers of the sources given, and put none into code.',
    'Copy names, numbers, versions, commands and quotations exactly as the source has them.',
    'If the sources answer only a part, answer that part and say which part they do not answer. If they answer nothing of it, say so plainly and name the closest thing they cover. Never fill a gap with a guess.',
    TEMPLATE_RULES[templateFor(grade)],
    'Be brief. Use Markdown: short paragraphs, lists for steps and choices, fenced code for commands and code. No heading for a short answer, no list of sources, no closing remarks.',
    LANGUAGE_RULES[detectLanguage(question)],
  ];
  return [
    'You answer questions about a workspace from passages of its documents and code.',
    ...rules.map((rule, at) => `${at + 1}. ${rule}`),
  ].join('\n');
}
