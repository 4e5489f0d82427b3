import type { Evidence, Grade } from '../model/evidence';
import type { ChatMessage } from '../model/ports';
import { fenceRule, fenceSource, withoutNonce } from '../evidence/fence';
import { detectLanguage } from '../util/language';

/** How an answer is written. There is no template for no evidence: code says that by itself, see `describeNothingFound`. */
export type AnswerTemplate = 'standard' | 'low_confidence';

/** Everything an answer is written from. */
export interface AnswerPrompt {
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

/** The request that lets a model answer a question from evidence, with a citation after each statement. */
export function buildAnswerPrompt(prompt: AnswerPrompt): ChatMessage[] {
  return [
    { role: 'system', content: systemRules(prompt) },
    { role: 'user', content: [...prompt.evidence.map((evidence) => fenceSource(evidence, evidence.passage.text, prompt.nonce)), ask(prompt)].join('\n\n') },
  ];
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

function systemRules({ question, evidence, grade, nonce }: AnswerPrompt): string {
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

/** The question comes last, where small models heed it most. */
function ask({ question, nonce }: AnswerPrompt): string {
  return `Question: ${withoutNonce(question, nonce)}`;
}
