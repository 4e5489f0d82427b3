import type { Embedder } from '../../model/ports';
import { embedInTurn } from './embedInTurn';
import { fingerprint, loadWordPiece, modelFileError, readModelFile } from './modelFiles';
import { decodeStaticTable, sumRows, type StaticTable } from './staticTable';
import { arbitraryDirection, normalize } from './vectors';

const TABLE_FILE = 'static.bin';
/** Order and length do not matter to a mean; this only bounds the time that one huge text can take. */
const MAX_TOKENS = 8192;
/** Counts up when the same table is used in another way, so that old vectors are not mixed with new ones. */
const VERSION = 1;

/**
 * Loads the static table: a text's vector is the direction of the mean of its tokens' vectors. Thousands of passages a
 * second without any native code, at the price of ignoring word order.
 *
 * A text without any known token gets a direction of its own, near nothing else.
 * @param modelDir - holds `static.bin` and `vocab.txt`.
 * @throws AssistantError embedding.failed
 */
export async function loadStaticEmbedder(modelDir: string): Promise<Embedder> {
  const wordPiece = await loadWordPiece(modelDir);
  const file = await readModelFile(modelDir, TABLE_FILE);
  const table = decode(file);
  const embedOne = (text: string): Float32Array => {
    const sum = sumRows(table, wordPiece.tokenize(text, MAX_TOKENS));
    return sum.every((value) => value === 0) ? arbitraryDirection(text, table.columns) : normalize(sum);
  };
  return {
    id: `static-${fingerprint(file)}-v${VERSION}`,
    dimensions: table.columns,
    maxTokens: MAX_TOKENS,
    embed: (texts, signal) => embedInTurn(texts, signal, embedOne),
    dispose: () => Promise.resolve(),
  };
}

function decode(file: Uint8Array): StaticTable {
  try {
    return decodeStaticTable(file);
  } catch (error) {
    throw modelFileError(TABLE_FILE, 'is damaged', error);
  }
}
