import { AssistantError } from '../model/errors';
import type { Judgements } from './retrievalMetrics';

/** One document of a retrieval test set. */
export interface TestDocument {
  readonly id: string;
  /** Empty if it has none. */
  readonly title: string;
  readonly text: string;
  /** The file it was taken from, if the set tells. */
  readonly path?: string;
}

/** One query of a retrieval test set. */
export interface TestQuery {
  readonly id: string;
  readonly text: string;
}

/** Reads `corpus.jsonl`. @throws AssistantError config.invalid */
export function parseDocuments(content: string, file: string): TestDocument[] {
  return parseLines(content, file).map(({ record, where }) => {
    const path = optionalText(record, 'path', where);
    const document = { id: text(record, 'id', where), title: optionalText(record, 'title', where) ?? '', text: text(record, 'text', where) };
    return path === undefined ? document : { ...document, path };
  });
}

/** Reads `queries.jsonl`. @throws AssistantError config.invalid */
export function parseQueries(content: string, file: string): TestQuery[] {
  return parseLines(content, file).map(({ record, where }) => ({ id: text(record, 'id', where), text: text(record, 'text', where) }));
}

/**
 * Reads `qrels.tsv`: query, document and relevance a line, under a head.
 *
 * @returns the judgements of each query by its id.
 * @throws AssistantError config.invalid
 */
export function parseJudgements(content: string, file: string): ReadonlyMap<string, Judgements> {
  const judgements = new Map<string, Map<string, number>>();
  content.split(/\r\n|\n/u).forEach((line, at) => {
    const [query = '', document, score] = line.split('\t');
    const relevance = Number(score);
    if (line === '' || (at === 0 && Number.isNaN(relevance))) {
      return;
    }
    if (document === undefined || score === undefined || !Number.isFinite(relevance)) {
      throw unreadable(`${file}:${at + 1}`, 'is not "query, document, number", parted by tabs');
    }
    const ofQuery = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, ofQuery.set(document, relevance));
  });
  return judgements;
}

interface Line {
  readonly record: Readonly<Record<string, unknown>>;
  /** For messages. */
  readonly where: string;
}

function parseLines(content: string, file: string): Line[] {
  return content.split('\n').flatMap((line, at) => {
    const where = `${file}:${at + 1}`;
    return line.trim() === '' ? [] : [{ record: parseRecord(line, where), where }];
  });
}

function parseRecord(line: string, where: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw unreadable(where, 'is not JSON', cause);
  }
  if (typeof value !== 'object' || value === null) {
    throw unreadable(where, 'is not a JSON object');
  }
  return { ...value };
}

function text(record: Line['record'], key: string, where: string): string {
  const value = optionalText(record, key, where);
  if (value === undefined) {
    throw unreadable(where, `has no "${key}"`);
  }
  return value;
}

function optionalText(record: Line['record'], key: string, where: string): string | undefined {
  const value = record[key];
  if (value !== undefined && typeof value !== 'string') {
    throw unreadable(where, `has a "${key}" that is no text`);
  }
  return value;
}

function unreadable(where: string, what: string, cause?: unknown): AssistantError {
  return new AssistantError('config.invalid', `${where} ${what}. Mend the test set, or name another with --set.`, { cause });
}
