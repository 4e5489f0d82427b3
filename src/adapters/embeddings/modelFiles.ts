import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AssistantError } from '../../model/errors';
import { WordPiece } from './wordPiece';

/** Shown with every failure of a file that ships with the product. */
const REPAIR = 'Reinstall the extension (or, in a checkout, run npm run build).';

/** An `embedding.failed` error about a model file. */
export function modelFileError(name: string, reason: string, cause?: unknown): AssistantError {
  return new AssistantError('embedding.failed', `The model file ${name} ${reason}. ${REPAIR}`, { cause });
}

/** @throws AssistantError embedding.failed if the file is missing or cannot be read. */
export async function readModelFile(modelDir: string, name: string): Promise<Buffer> {
  try {
    return await readFile(path.join(modelDir, name));
  } catch (error) {
    throw modelFileError(name, 'is missing or cannot be read', error);
  }
}

/**
 * The tokenizer that all models share.
 * @throws AssistantError embedding.failed
 */
export async function loadWordPiece(modelDir: string): Promise<WordPiece> {
  const name = 'vocab.txt';
  const vocabulary = await readModelFile(modelDir, name);
  try {
    return new WordPiece(vocabulary.toString('utf8'));
  } catch (error) {
    throw modelFileError(name, 'is damaged', error);
  }
}

/** Eight hex digits that stand for the content of a file in the identity of a model. */
export function fingerprint(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 8);
}
