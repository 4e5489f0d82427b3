import type { Verification } from '../model/answer';
import type { Evidence } from '../model/evidence';
import type { TextRange } from '../model/span';
import { lineStarts } from '../util/lines';
import { splitSentences } from '../util/sentences';
import { citedNumbers } from './coverage';
import { withoutMarkers } from './fidelity';
import type { EvidenceLine } from './verifying/evidenceLines';
import { evidenceLines } from './verifying/evidenceLines';
import type { ReadLine } from './verifying/wordSupport';
import { readLine, supportByWords } from './verifying/wordSupport';

/** A part of a passage, under the number of the passage. */
export interface PartOfPassage extends TextRange {
  readonly n: number;
}

/** What an answer is, as far as it tells what its citations rest on. */
export interface Citing {
  readonly answer: string;
  readonly evidence: readonly Evidence[];
  /** What the answer quotes word for word. */
  readonly quoted?: readonly PartOfPassage[];
  /** What checking it sentence by sentence found. */
  readonly verification?: Verification;
}

/**
 * The sentences, rows and lines of each passage that the sentences which cite it rest on: what is quoted of it; else what
 * shares the words of those sentences; else what a model named where it checked them.
 *
 * @returns ranges of the passage's text, in order and apart, by its number; none for a passage where nothing shows it.
 */
export function supportingParts({ answer, evidence, quoted = [], verification }: Citing): ReadonlyMap<number, readonly TextRange[]> {
  const parts = new Map<number, readonly TextRange[]>();
  const sentences = splitSentences(answer).filter(({ isSubstantive }) => isSubstantive);
  const citing = sentences.map(({ text }) => ({ statement: withoutMarkers(text), numbers: citedNumbers(text, () => true) }));
  for (const entry of evidence) {
    const statements = citing.flatMap(({ statement, numbers }) => (numbers.has(entry.n) ? [statement] : []));
    const own = quoted.filter(({ n }) => n === entry.n);
    const found = own.length > 0 ? own : partsSaying(statements, entry, verification);
    if (found.length > 0) {
      parts.set(entry.n, joined(found, entry.passage.text));
    }
  }
  return parts;
}

function partsSaying(statements: readonly string[], entry: Evidence, verification: Verification | undefined): TextRange[] {
  if (statements.length === 0) {
    return [];
  }
  const lines = statingLines(entry).map(readLine);
  return statements.flatMap((statement) => {
    const said = linesSaying(statement, lines).map(({ span }) => ({ start: span.start - entry.passage.span.start, end: span.end - entry.passage.span.start }));
    return said.length > 0 ? said : namedFor(statement, entry, verification);
  });
}

/** Without the heads of tables: they name what a row says, and say nothing. */
function statingLines(entry: Evidence): EvidenceLine[] {
  const { text, span } = entry.passage;
  const heads = splitSentences(text).filter(({ kind, isSubstantive }) => kind === 'row' && !isSubstantive);
  return evidenceLines(entry).filter((line) => !heads.some(({ start }) => start === line.span.start - span.start));
}

/** A passage that says less of a statement says it in other words, or not. */
const MIN_SHARE = 0.1;

/** A line belongs to what says a statement if it adds this much of all that the passage says of it. */
const MIN_ADDED = 0.25;

function linesSaying(statement: string, read: readonly ReadLine[]): readonly EvidenceLine[] {
  const { lines, shares } = supportByWords(statement, read);
  const all = shares.at(-1) ?? 0;
  return all < MIN_SHARE ? [] : lines.filter((_line, at) => (shares[at] ?? 0) - (shares[at - 1] ?? 0) >= MIN_ADDED * all);
}

/** The lines that a model named for a statement: two languages share no words. */
function namedFor(statement: string, { n, passage: { text, span } }: Evidence, verification: Verification | undefined): TextRange[] {
  const checks = verification?.checks ?? [];
  const starts = lineStarts(text);
  return checks.flatMap(({ sentence, verdict, line }) => {
    const isNamed = sentence === statement && line?.n === n && (verdict === 'supported' || verdict === 'partly');
    return isNamed ? [{ start: starts[line.startLine - span.startLine] ?? 0, end: starts[line.endLine - span.startLine + 1] ?? text.length }] : [];
  });
}

/** In order; what overlaps, or has nothing but white space between, as one. */
function joined(ranges: readonly TextRange[], text: string): TextRange[] {
  const parts: TextRange[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = parts.at(-1);
    if (last !== undefined && text.slice(last.end, start).trim() === '') {
      parts[parts.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    } else {
      parts.push({ start, end });
    }
  }
  return parts;
}
