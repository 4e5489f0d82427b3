import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WordPiece } from '../../../src/adapters/embeddings/wordPiece';
import { makeModelFolders, type ModelFolders } from './modelFolders';

let folders: ModelFolders;
let wordPiece: WordPiece;
beforeAll(async () => {
  folders = await makeModelFolders();
  wordPiece = new WordPiece(await readFile(join(folders.modelDir, 'vocab.txt'), 'utf8'));
});
afterAll(() => folders.remove());

/** Ids that the reference implementation (the `tokenizers` library with the model's own tokenizer.json) gives. */
const REFERENCE: readonly (readonly [string, readonly number[]])[] = [
  ['How do I retry a failed HTTP request?', [2129, 2079, 1045, 2128, 11129, 1037, 3478, 8299, 5227, 1029]],
  ['Crème brûlée, naïve façade — São Paulo', [13675, 21382, 7987, 9307, 2063, 1010, 15743, 8508, 1517, 7509, 9094]],
  ['如何配置代理服务器？端口是8080。', [100, 100, 100, 100, 1760, 100, 100, 100, 100, 1994, 100, 1788, 100, 3770, 17914, 1636]],
  ['const maxRetries = options?.retries ?? 3; // see #42', [9530, 3367, 4098, 13465, 5134, 1027, 7047, 1029, 1012, 2128, 21011, 1029, 1029, 1017, 1025, 1013, 1013, 2156, 1001, 4413]],
  ['Ship it 🚀 → now! 👩‍💻', [2911, 2009, 100, 1585, 2085, 999, 100]],
  ['supercalifragilisticexpialidocious', [3565, 9289, 10128, 29181, 24411, 4588, 10288, 19312, 21273, 10085, 6313]],
  ['ΟΔΥΣΣΕΥΣ и Москва', [1169, 29722, 29735, 29733, 29733, 29723, 29735, 19579, 1188, 1191, 14150, 29747, 23925, 25529, 10260]],
  ['한국어 문서', [1469, 30006, 30021, 29991, 30014, 30020, 29999, 30008, 1459, 30014, 30021, 29997, 30008]],
  ['カメラの設定 ｆｕｌｌ', [1700, 30252, 30257, 30197, 100, 1822, 100]],
  [' \t\r\n ', []],
  ['snake_case camelCase kebab-case v1.2.3-beta', [7488, 1035, 2553, 19130, 18382, 17710, 3676, 2497, 1011, 2553, 1058, 2487, 1012, 1016, 1012, 1017, 1011, 8247]],
  ['| `a` | <b>$x^2</b> |', [1064, 1036, 1037, 1036, 1064, 1026, 1038, 1028, 1002, 1060, 1034, 1016, 1026, 1013, 1038, 1028, 1064]],
];

test('the vocabulary is that of uncased BERT', () => {
  expect(wordPiece.size).toBe(30_522);
  expect([wordPiece.idOf('[UNK]'), wordPiece.idOf('[CLS]'), wordPiece.idOf('[SEP]')]).toEqual([100, 101, 102]);
});

test.each(REFERENCE)('the tokens of %j are those of the reference', (text, ids) => {
  expect(wordPiece.tokenize(text, 1000)).toEqual(ids);
});

test('the names of markers are ordinary text', () => {
  expect(wordPiece.tokenize('[SEP]', 10)).toEqual([1031, 19802, 1033]);
});
