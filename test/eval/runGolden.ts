import { join } from 'node:path';
import type { DocumentIndex } from '../../src/app/documentIndex';
import { BYTES_PER_MB, DEFAULT_SETTINGS } from '../../src/app/settings';
import { runTurn } from '../../src/app/turnRunner';
import { composeIndex } from '../../src/engine/compose';
import type { AnswerScore } from '../../src/evaluation/answerScore';
import { findForeign, scoreAnswer } from '../../src/evaluation/answerScore';
import type { PastTurn } from '../../src/model/conversation';
import type { WorkspaceFiles } from '../../src/model/ports';
import type { TurnOutcome } from '../../src/model/turn';
import { turnDeps } from '../support/turnDeps';
import type { GoldenQuestion } from './goldenSet';

/** How one question was answered. */
export interface GoldenResult {
  readonly question: GoldenQuestion;
  readonly outcome: TurnOutcome;
  /** Nothing for a question that the documents do not answer. */
  readonly score: AnswerScore | undefined;
  /** What the answer says and no cited file does. */
  readonly foreign: readonly string[];
  readonly ms: number;
}

/** Where to find what is indexed, and where the index is kept. */
export interface IndexPlace {
  /** The repository, built. */
  readonly root: string;
  readonly folder: string;
  readonly dir: string;
}

/** Indexes a folder, or other files, as the product does. The caller disposes of it. */
export function openIndex({ root, folder, dir }: IndexPlace, files?: WorkspaceFiles): Promise<DocumentIndex> {
  return composeIndex({
    root: folder, dir, assets: join(root, 'dist'), exclude: [], include: [],
    maxFileBytes: DEFAULT_SETTINGS['index.maxFileSize'] * BYTES_PER_MB,
  }, { files });
}

/** Asks every question, as a person without a language model would. */
export async function runGolden(questions: readonly GoldenQuestion[], index: DocumentIndex): Promise<GoldenResult[]> {
  await index.sync(() => undefined, new AbortController().signal);
  const results: GoldenResult[] = [];
  for (const question of questions) {
    const history: PastTurn[] = [];
    for (const earlier of question.after) {
      history.push(await ask(earlier, index, history));
    }
    const started = performance.now();
    const outcome = await ask(question.question, index, history);
    const ms = performance.now() - started;
    const isAnswerable = question.needs.length > 0;
    results.push({
      question, outcome, ms,
      score: isAnswerable ? scoreAnswer(outcome.answer, outcome.citations, question.needs) : undefined,
      foreign: outcome.stopReason === 'answered' ? await foreignTo(outcome, index) : [],
    });
  }
  return results;
}

/** One question through one answer of the extractive answerer. */
export async function ask(question: string, index: DocumentIndex, history: readonly PastTurn[] = []): Promise<TurnOutcome> {
  for await (const event of runTurn(question, turnDeps({ index, now: () => performance.now(), context: { history } }), new AbortController().signal)) {
    if (event.type === 'ended') {
      return event.outcome;
    }
  }
  throw new Error(`No answer to: ${question}`);
}

/** A caption may name the file or the section that is quoted. */
async function foreignTo({ answer, citations }: TurnOutcome, index: DocumentIndex): Promise<string[]> {
  const paths = [...new Set(citations.map(({ path }) => path))];
  return findForeign(answer, await Promise.all(paths.map(async (path) => `${path}\n${(await index.readText(path)) ?? ''}`)));
}
