import type { ReadText } from '../evidence/merge';
import type { Evidence, Grade } from '../model/evidence';
import { readQuestion } from './extracting/asked';
import { formatExtracts } from './extracting/extractFormat';
import { compareByExtracts } from './extracting/comparing';
import type { Piece } from './extracting/extractPieces';
import { piecesOf } from './extracting/extractPieces';
import { scorePieces } from './extracting/extractScore';
import type { Extract } from './extracting/extractSelect';
import { selectExtracts } from './extracting/extractSelect';
import { selectSummary } from './extracting/summary';
import type { PartOfPassage } from './supporting';
import type { Language } from '../util/language';
import { detectLanguage } from '../util/language';

/** An answer made of the documents' own words. */
export interface ExtractiveAnswer {
  /** Canonical Markdown: every `[n]` is a number of the evidence. Empty if nothing in the evidence has to do with the question. */
  readonly text: string;
  /** What of the passages it quotes; nothing of a page that is quoted as a reader sees it. */
  readonly quoted: readonly PartOfPassage[];
  readonly notice: ExtractiveNotice;
}

/** What the reader should know about the answer. */
export interface ExtractiveNotice {
  readonly key: 'noModel' | 'noModelWeakMatch';
  /** The sentence to show, in the language of the question. */
  readonly text: string;
}

/** What an extractive answer is made from. */
export interface ExtractiveRequest {
  readonly question: string;
  /** Best first, at least one. */
  readonly evidence: readonly Evidence[];
  readonly grade: Grade;
  /** The things that the question compares; none for a question about one thing. */
  readonly focuses?: readonly string[];
  /** Whole files; without it a passage cut out of a code block is taken for prose. */
  readonly readText?: ReadText;
}

/**
 * Answers without a language model: quotes the sentences, list items, table rows and code of the evidence that answer the
 * question best, word for word, each with its number.
 */
export function answerFromExtracts({ question, evidence, grade, focuses = [], readText }: ExtractiveRequest): ExtractiveAnswer {
  const key = grade === 'LOW' ? 'noModelWeakMatch' : 'noModel';
  const asked = readQuestion(question);
  const pieces = piecesOf(evidence, readText);
  return {
    ...write(compareByExtracts(pieces, asked, focuses) ?? selectExtracts(scorePieces(pieces, asked), pieces, asked)),
    notice: { key, text: NOTICES[detectLanguage(question)][key] },
  };
}

/** Sums a document up without a language model: the first words of its sections, word for word. */
export function summarizeByExtracts({ question, evidence, readText }: Omit<ExtractiveRequest, 'grade'>): ExtractiveAnswer {
  return {
    ...write(selectSummary(piecesOf(evidence, readText))),
    notice: { key: 'noModel', text: NOTICES[detectLanguage(question)].noModel },
  };
}

function write(extracts: readonly Extract[]): Pick<ExtractiveAnswer, 'text' | 'quoted'> {
  return { text: formatExtracts(extracts), quoted: extracts.flatMap(({ pieces }) => pieces.flatMap(partOf)) };
}

/** A piece is found by its offset in the file, or in the passage where the file was not at hand. */
function partOf({ evidence: { n, passage }, start, text }: Piece): PartOfPassage[] {
  const at = [start - passage.span.start, start].find((offset) => offset >= 0 && passage.text.startsWith(text, offset));
  return at === undefined ? [] : [{ n, start: at, end: at + text.length }];
}

const NOTICES: Readonly<Record<Language, Readonly<Record<ExtractiveNotice['key'], string>>>> = {
  en: {
    noModel: 'These are the passages that fit best, word for word. Set up a language model for a written answer.',
    noModelWeakMatch:
      'No passage fits well; these come closest, word for word. Set up a language model for a written answer.',
  },
  zh: {
    noModel: '以下是最相关的原文摘录。设置语言模型后可获得完整的回答。',
    noModelWeakMatch: '没有找到非常匹配的内容，以下是最接近的原文摘录。设置语言模型后可获得完整的回答。',
  },
};
