import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Judgements } from '../evaluation/retrievalMetrics';
import type { TestQuery } from '../evaluation/testSet';
import { parseDocuments, parseJudgements, parseQueries } from '../evaluation/testSet';
import { AssistantError } from '../model/errors';
import type { WorkspaceFiles } from '../model/ports';
import type { EvalCommand } from './args';
import { layOutCorpus } from './evalCorpus';

/** A retrieval test set, ready to be asked. */
export interface TestSet {
  /** The documents of the set; absent if it asks about a folder of files. */
  readonly files: WorkspaceFiles | undefined;
  readonly documentOf: (path: string) => string;
  /** Those with judgements, as many as were asked for. */
  readonly queries: readonly TestQuery[];
  readonly judgements: ReadonlyMap<string, Judgements>;
}

/** Reads a set from its folder. @throws AssistantError files.notFound, config.invalid */
export async function openTestSet({ set, hasOwnCorpus, limit }: Pick<EvalCommand, 'set' | 'hasOwnCorpus' | 'limit'>): Promise<TestSet> {
  const corpus = hasOwnCorpus ? layOutCorpus(await read(set, 'corpus.jsonl', parseDocuments)) : undefined;
  const judgements = await read(set, 'qrels.tsv', parseJudgements);
  const queries = (await read(set, 'queries.jsonl', parseQueries)).filter(({ id }) => judgements.has(id));
  return {
    files: corpus?.files,
    documentOf: (path) => corpus?.documentOf(path) ?? path,
    queries: queries.slice(0, limit),
    judgements,
  };
}

async function read<T>(set: string, name: string, parse: (content: string, file: string) => T): Promise<T> {
  let content: string;
  try {
    content = await readFile(join(set, name), 'utf8');
  } catch (cause) {
    const hint = name === 'corpus.jsonl' ? ' If its questions are about files, name their folder with --corpus.' : '';
    throw new AssistantError('files.notFound', `The test set ${set} has no ${name} that can be read.${hint}`, { cause });
  }
  return parse(content, name);
}
