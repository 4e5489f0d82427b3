import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { EvidenceLine } from '../../src/answer/verifying/evidenceLines';
import { readLine, supportByWords } from '../../src/answer/verifying/wordSupport';
import { layOutCorpus } from '../../src/cli/evalCorpus';
import { defaultIndexDir } from '../../src/cli/indexDir';
import { states } from '../../src/evaluation/answerScore';
import { averageOf } from '../../src/evaluation/retrievalMetrics';
import { parseDocuments } from '../../src/evaluation/testSet';
import { ask, openIndex } from './runGolden';
import { table } from './table';

const claimShape = z.object({
  id: z.string(),
  claim: z.string(),
  doc: z.string(),
  sentences: z.array(z.string()),
  /** Sets of sentences, each of which is evidence enough. */
  supporting: z.array(z.array(z.number())),
});

type Claim = z.infer<typeof claimShape>;

/** The share of claims, or of evidence, that each measure found. */
export type GroundingScores = Readonly<Record<string, number>>;

/**
 * Asks the claims of a grounding set as questions over all its pages, and ranks the sentences of each claim's page by how
 * well they support it.
 */
export async function runGrounding(root: string, set: string): Promise<GroundingScores> {
  const lines = readFileSync(join(set, 'grounding.jsonl'), 'utf8').trim().split('\n');
  const claims = lines.map((line) => claimShape.parse(JSON.parse(line))).filter(({ supporting }) => supporting.some(({ length }) => length > 0));
  return { ...scoreLines(claims), ...await scoreAnswers(root, set, claims) };
}

async function scoreAnswers(root: string, set: string, claims: readonly Claim[]): Promise<GroundingScores> {
  const corpus = layOutCorpus(parseDocuments(readFileSync(join(set, 'corpus.jsonl'), 'utf8'), 'corpus.jsonl'));
  const index = await openIndex({ root, folder: set, dir: defaultIndexDir(set, process.env) }, corpus.files);
  await index.sync(() => undefined, new AbortController().signal);
  const scores = [];
  for (const claim of claims) {
    const { answer, citations, coverage } = await ask(claim.claim, index);
    const onPage = citations.filter(({ path }) => corpus.documentOf(path) === claim.doc);
    const quoted = claim.sentences.flatMap((sentence, at) => (states(answer, [sentence]) ? [at] : []));
    scores.push({
      cited: onPage.length > 0 ? 1 : 0,
      precision: citations.length === 0 ? 0 : onPage.length / citations.length,
      evidence: bestShare(quoted, claim),
      coverage,
    });
  }
  await index.dispose();
  return {
    'page cited': averageOf(scores.map(({ cited }) => cited)),
    'citation precision': averageOf(scores.map(({ precision }) => precision)),
    'evidence sentences quoted': averageOf(scores.map(({ evidence }) => evidence)),
    'sentences cited': averageOf(scores.map(({ coverage }) => coverage)),
  };
}

/** How much of the evidence is in the lines that strict checking would name, of all lines of the page, and how much could be. */
function scoreLines(claims: readonly Claim[]): GroundingScores {
  const named = claims.map(({ claim, sentences }) => supportByWords(claim, sentences.map(asLine).map(readLine)).lines.map(({ n }) => n));
  return Object.fromEntries([1, 3, 5].flatMap((k) => [
    [`evidence in the first ${k} lines`, averageOf(claims.map((claim, at) => bestShare((named[at] ?? []).slice(0, k), claim)))],
    [`the most that ${k} lines can hold`, averageOf(claims.map(({ supporting }) => Math.max(...supporting.filter(({ length }) => length > 0).map(({ length }) => Math.min(1, k / length)))))],
  ]));
}

/** How much of the evidence is among some sentences, for the set of evidence that is met best. */
function bestShare(found: readonly number[], { supporting }: Claim): number {
  return Math.max(0, ...supporting.filter(({ length }) => length > 0).map((set) => set.filter((at) => found.includes(at)).length / set.length));
}

/** A sentence under its place among the sentences of its page. */
function asLine(text: string, n: number): EvidenceLine {
  return { n, text, span: { start: 0, end: text.length, startLine: n + 1, endLine: n + 1 }, about: '' };
}

/** The figures as Markdown. */
export function describeGrounding(scores: GroundingScores, before: GroundingScores): string {
  return table(['measure', 'share', 'before'], Object.entries(scores).map(([name, value]) => [name, value.toFixed(3), before[name]?.toFixed(3) ?? '']));
}
