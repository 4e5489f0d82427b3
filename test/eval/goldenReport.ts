import { measureCoverage } from '../../src/answer/coverage';
import type { DecisionScore } from '../../src/evaluation/answerScore';
import { scoreDecisions } from '../../src/evaluation/answerScore';
import type { PairedDifference } from '../../src/evaluation/bootstrap';
import { comparePaired, seededRandom } from '../../src/evaluation/bootstrap';
import { averageOf, percentile } from '../../src/evaluation/retrievalMetrics';
import type { GoldenResult } from './runGolden';
import { KINDS } from './goldenSet';
import { table } from './table';

/** What is kept of each question, to compare the next run with; all in [0, 1]. */
export const MEASURES = ['cited', 'citationPrecision', 'citationRecall', 'facts', 'decision'] as const;

type Measure = (typeof MEASURES)[number];

/** A question that the documents do not answer has a decision only. */
export type GoldenRow = Readonly<Partial<Record<Measure, number>>>;

/** The measures of a run, by question. */
export type GoldenRows = Readonly<Record<string, GoldenRow>>;

/** True if the answer owns up to having nothing that fits: no passage, or none that is about the question. */
export function saysNothingFits({ outcome }: GoldenResult): boolean {
  return outcome.stopReason === 'nothingFound' || outcome.grade === 'LOW';
}

function isAbsent({ question }: GoldenResult): boolean {
  return question.needs.length === 0;
}

/** The measures of each question. */
export function rowsOf(results: readonly GoldenResult[]): GoldenRows {
  return Object.fromEntries(results.map((result) => {
    const decision = saysNothingFits(result) === isAbsent(result) ? 1 : 0;
    return [result.question.id, { ...result.score, decision }];
  }));
}

/** How well "nothing fits" is told from what can be answered. */
export function decisionOf(results: readonly GoldenResult[], decide = saysNothingFits): DecisionScore {
  return scoreDecisions(results.map((result) => ({ taken: decide(result), right: isAbsent(result) })));
}

/** Share of an answer's sentences that are cited; 1 for one that quotes code alone, or that there is nothing to cite in. */
export function coverageOf({ outcome }: GoldenResult): number {
  if (outcome.stopReason === 'nothingFound') {
    return 1;
  }
  return measureCoverage(outcome.answer, (n) => outcome.evidence.some((entry) => entry.n === n)).share ?? 1;
}

/** The mean of a measure over the questions that have it. */
export function meanOf(rows: readonly GoldenRow[], measure: Measure): number {
  return averageOf(rows.flatMap((row) => row[measure] ?? []));
}

/** The measures that are worse than in an earlier run, by more than chance explains. */
export function findDrops(before: GoldenRows, after: GoldenRows): { readonly measure: Measure; readonly difference: PairedDifference }[] {
  return MEASURES.flatMap((measure) => {
    const pairs = Object.entries(after).flatMap(([id, row]) => {
      const earlier = before[id]?.[measure];
      const now = row[measure];
      return earlier === undefined || now === undefined ? [] : [[earlier, now] as const];
    });
    const difference = comparePaired(pairs, seededRandom(1));
    return difference.high < 0 ? [{ measure, difference }] : [];
  });
}

/** The golden set as Markdown: by kind, the decision, and what went wrong. */
export function describeGolden(results: readonly GoldenResult[]): string {
  const rows = rowsOf(results);
  const answerable = results.filter((result) => !isAbsent(result));
  const share = (value: number) => value.toFixed(3);
  const line = (name: string, some: readonly GoldenResult[]) => {
    const own = some.map(({ question }) => rows[question.id] ?? {});
    const of = (measure: Measure) => share(meanOf(own, measure));
    const rest = some.some(isAbsent) ? ['', '', '', '', ''] : [of('cited'), of('citationPrecision'), of('citationRecall'), of('facts'), share(averageOf(some.map(coverageOf)))];
    return [name, String(some.length), ...rest, of('decision')];
  };
  const kinds = KINDS.map((kind) => line(kind, results.filter(({ question }) => question.kind === kind)));
  const decisions = ([['grade LOW or nothing found', saysNothingFits], ['nothing found', onlyNothing]] as const).map(([name, decide]) => {
    const { precision, recall, f1 } = decisionOf(results, decide);
    return [name, share(precision), share(recall), share(f1)];
  });
  const foreign = results.reduce((sum, result) => sum + result.foreign.length, 0);
  const times = results.map(({ ms }) => ms);
  return [
    table(['kind', 'questions', 'expected source cited', 'citation precision', 'citation recall', 'facts said', 'sentences cited', 'right decision'],
      [...kinds, line('**all that can be answered**', answerable)]),
    table(['"nothing fits" decided by', 'precision', 'recall', 'F1'], decisions),
    `Sentences that stand in no file: ${foreign}. A turn takes ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms.`,
    'What went wrong:',
    results.filter((result) => isWrong(rows[result.question.id] ?? {})).map((result) => describeFailure(result, rows[result.question.id] ?? {})).join('\n'),
  ].join('\n\n');
}

function onlyNothing({ outcome }: GoldenResult): boolean {
  return outcome.stopReason === 'nothingFound';
}

function isWrong({ cited = 1, citationRecall = 1, facts = 1, decision = 1 }: GoldenRow): boolean {
  return cited < 1 || citationRecall < 1 || facts < 1 || decision < 1;
}

/** Names the stage at which a question was lost: what retrieval does not find, nobody can quote. */
function describeFailure({ question, outcome }: GoldenResult, row: GoldenRow): string {
  const isFound = question.needs.every(({ sources }) => sources.some((source) => outcome.evidence.some(({ passage: { path, span } }) =>
    path === source.path && span.startLine <= source.endLine && span.endLine >= source.startLine)));
  const faults = [
    ...(isFound ? [] : ['retrieval: a needed source is not among the evidence']),
    ...(isFound && (row.citationRecall ?? 1) < 1 ? ['extraction: a needed source is evidence and not quoted'] : []),
    ...(isFound && row.citationRecall === 1 && (row.facts ?? 1) < 1 ? ['extraction: the source is cited, another sentence of it quoted'] : []),
    ...(row.decision === 0 ? [`grading: ${outcome.grade}`] : []),
  ];
  return `- \`${question.id}\` ${question.question} (${faults.join('; ')})`;
}
