import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadMiniLmEmbedder } from '../../src/adapters/embeddings/miniLmEmbedder';
import { layOutCorpus } from '../../src/cli/evalCorpus';
import { defaultIndexDir } from '../../src/cli/indexDir';
import { states } from '../../src/evaluation/answerScore';
import { averageOf } from '../../src/evaluation/retrievalMetrics';
import { parseDocuments } from '../../src/evaluation/testSet';
import { lexicalSupport } from '../../src/evidence/lexicalSupport';
import type { Passage } from '../../src/model/passage';
import type { Reranker } from '../../src/model/ports';
import * as z from 'zod';
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
  const dist = join(root, 'dist');
  const model = await loadMiniLmEmbedder({ modelDir: join(dist, 'models'), runtimeDir: dist });
  const ranked = { ...await scoreOrders('words', claims, byWords), ...await scoreOrders('words and meaning', claims, (claim) => byModel(claim, model)) };
  await model.dispose();
  return { ...await scoreAnswers(root, set, claims), ...ranked };
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

/** Scores of a claim's sentences, in order. */
type Judge = (claim: Claim) => Promise<readonly number[]>;

async function scoreOrders(name: string, claims: readonly Claim[], judge: Judge): Promise<GroundingScores> {
  const shares: { 1: number[]; 3: number[]; 5: number[] } = { 1: [], 3: [], 5: [] };
  for (const claim of claims) {
    const scores = await judge(claim);
    const order = claim.sentences.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    for (const k of [1, 3, 5] as const) {
      shares[k].push(bestShare(order.slice(0, k), claim));
    }
  }
  return Object.fromEntries(([1, 3, 5] as const).map((k) => [`evidence in the first ${k} by ${name}`, averageOf(shares[k])]));
}

/** How much of the evidence is among some sentences, for the set of evidence that is met best. */
function bestShare(found: readonly number[], { supporting }: Claim): number {
  return Math.max(0, ...supporting.filter(({ length }) => length > 0).map((set) => set.filter((at) => found.includes(at)).length / set.length));
}

function byWords({ claim, sentences }: Claim): Promise<readonly number[]> {
  return Promise.resolve(lexicalSupport(claim, sentences.map(asPassage)).perPassage);
}

async function byModel(claim: Claim, model: Reranker): Promise<readonly number[]> {
  const words = await byWords(claim);
  const scores = await model.rerank(claim.claim, claim.sentences.map((text, at) => ({ key: `${claim.id}:${at}`, text })), new AbortController().signal);
  return scores.map((score, at) => score + (words[at] ?? 0));
}

function asPassage(text: string): Passage {
  return { path: '', kind: 'text', headings: [], span: { start: 0, end: text.length, startLine: 1, endLine: 1 }, text, key: text, score: 1, ranks: {} };
}

/** The figures as Markdown. */
export function describeGrounding(scores: GroundingScores, before: GroundingScores): string {
  return table(['measure', 'share', 'before'], Object.entries(scores).map(([name, value]) => [name, value.toFixed(3), before[name]?.toFixed(3) ?? '']));
}
