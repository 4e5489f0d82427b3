import type { SentenceCheck } from '../../model/answer';
import type { Evidence } from '../../model/evidence';
import { withoutNonce } from '../../evidence/fence';
import { fenceSource } from '../../evidence/fence';
import type { EvidenceLine } from './evidenceLines';
import { evidenceLines } from './evidenceLines';

/** What a model is given to judge or to correct: statements, and the passages they cite, line by line. */
export interface CheckTask {
  /** Numbered 1, 2, 3 … in this order. */
  readonly statements: readonly SentenceCheck[];
  /** Numbered 1, 2, 3 … in this order, over all the passages. */
  readonly lines: readonly EvidenceLine[];
  readonly passages: readonly Evidence[];
  /** See `AnswerGround`. */
  readonly nonce: string;
}

/** Puts statements together with the passages that they cite. */
export function makeTask(statements: readonly SentenceCheck[], evidence: readonly Evidence[], nonce: string): CheckTask {
  const cited = new Set(statements.flatMap(({ numbers }) => numbers));
  const passages = evidence.filter(({ n }) => cited.has(n));
  return { statements, passages, lines: passages.flatMap(evidenceLines), nonce };
}

/** A line longer than this is data; its beginning says what it is. In UTF-16 units. */
const MAX_LINE = 600;

/** The passages, each of their lines behind its number: `L3: …`. */
export function showSources({ passages, lines, nonce }: CheckTask): string {
  return passages
    .map((evidence) => {
      const own = lines.flatMap((line, at) => (line.n === evidence.n ? `L${at + 1}: ${oneLine(line.text).slice(0, MAX_LINE)}` : []));
      return fenceSource(evidence, own.join('\n'), nonce);
    })
    .join('\n\n');
}

/** The statements, each behind its number and with what it cites: `S1 (cites 2): …`. Written by a model, so they are data too. */
export function showStatements({ statements, nonce }: CheckTask, remark: (statement: SentenceCheck) => string): string {
  const shown = statements.map((statement, at) =>
    withoutNonce(`S${at + 1} (cites ${statement.numbers.join(', ')}): ${oneLine(statement.sentence)}${oneLine(remark(statement))}`, nonce));
  return [`<statements-${nonce}>`, ...shown, `</statements-${nonce}>`].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
