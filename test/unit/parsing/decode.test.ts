import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode } from '../../../src/parsing/decode';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean): number[] =>
  Array.from({ length: text.length * 2 }, (_, index) => (text.charCodeAt(index >> 1) >> ((index % 2 === 0) === littleEndian ? 0 : 8)) & 255);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

function check(input: Uint8Array, text: string, encoding: string): void {
  expect(decode(input)).toEqual({ kind: 'text', text, encoding, warnings: [] });
}

test.each([
  ['plain UTF-8', utf8('# Größe 日本 🙂\r\n'), '# Größe 日本 🙂\r\n', 'utf-8'],
  ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x61), 'a', 'utf-8'],
  ['UTF-16LE with a mark', bytes(0xff, 0xfe, ...utf16('é\n本', true)), 'é\n本', 'utf-16le'],
  ['UTF-16BE with a mark', bytes(0xfe, 0xff, ...utf16('é\n本', false)), 'é\n本', 'utf-16be'],
  ['UTF-16LE without a mark', bytes(...utf16('Port 8080 is open.\n', true)), 'Port 8080 is open.\n', 'utf-16le'],
  ['UTF-16BE without a mark', bytes(...utf16('Port 8080 is open.\n', false)), 'Port 8080 is open.\n', 'utf-16be'],
  ['nothing', bytes(), '', 'utf-8'],
  ['terminal colours', utf8('\u001b[31mred\u001b[0m and N\bNA\bA overstruck\f'), '\u001b[31mred\u001b[0m and N\bNA\bA overstruck\f', 'utf-8'],
  ['one NUL in much text', utf8(`${'word '.repeat(50)}\0`), `${'word '.repeat(50)}\0`, 'utf-8'],
])('%s is decoded', (_name, input, text, encoding) => {
  check(input, text, encoding);
});

test.each([
  ['gb18030', 'c7ebcfc8b0b2d7b0d2c0c0b5a3acc8bbbaf3d4cbd0d0b3ccd0f2a1a3', '请先安装依赖，然后运行程序。'],
  ['big5', 'bdd0a5fda677b8cbacdba8ccae4da5f3a141b54dabe1b0f5a6e6b57ba6a1a143', '請先安裝相依套件，然後執行程式。'],
  ['shift_jis', '90dd92e8837483408343838b82f093c782dd8d9e82dd82dc82b78142', '設定ファイルを読み込みます。'],
  ['euc-jp', 'c0dfc4eaa5d5a5a1a5a4a5eba4f2c6c9a4dfb9fea4dfa4dea4b9a1a3a4dea4bab0cdc2b8b4d8b7b8a4f2a5a4a5f3a5b9a5c8a1bca5eba4b7a4c6a4afa4c0a4b5a4a4a1a3', '設定ファイルを読み込みます。まず依存関係をインストールしてください。'],
  ['euc-kr', 'b8d5c0fa20c0c7c1b8bcbac0bb20bcb3c4a1c7d120b4d9c0bd20c7c1b7ceb1d7b7a5c0bb20bdc7c7e0c7cfbdcabdc3bfc02e', '먼저 의존성을 설치한 다음 프로그램을 실행하십시오.'],
])('%s is told from its bytes', (encoding, input, text) => {
  check(hex(input), text, encoding);
});

test('Windows quotes and dashes in a Western text are read as such', () => {
  check(latin1('The caf\xe9 isn\x92t open \x96 it\x92s closed. Na\xefve r\xe9sum\xe9s.\n'), 'The café isn’t open – it’s closed. Naïve résumés.\n', 'windows-1252');
});

test('a language is found behind a long stretch of English', () => {
  const cyrillic = 'd3f1f2e0edeee2eae02e20d1ede0f7e0ebe020f3f1f2e0edeee2e8f2e520e7e0e2e8f1e8eceef1f2e82c20e7e0f2e5ec20e7e0eff3f1f2e8f2e520eff0eee3f0e0ececf32e';
  const decoded = decode(Uint8Array.from([...utf8('A line of plain English.\n'.repeat(6000)), ...hex(cyrillic)]));
  expect(decoded).toMatchObject({ kind: 'text', encoding: 'windows-1251' });
});

test('old Japanese mail encoding is read, although its bytes are ASCII', () => {
  check(hex('1b2442467c4b5c386c1b2842'), '日本語', 'iso-2022-jp');
});

test('UTF-8 with a broken byte is repaired with a warning, not taken for another encoding', () => {
  const decoded = decode(Uint8Array.from([...utf8('Größe '.repeat(40)), 0xff, ...utf8(' Ende')]));
  expect(decoded).toMatchObject({ kind: 'text', encoding: 'utf-8', text: `${'Größe '.repeat(40)}\ufffd Ende`, warnings: [expect.stringContaining('UTF-8')] });
});

test.each([
  ['an image', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d)],
  ['text with a broken tail of NULs', Uint8Array.from([...utf8('some text'), 0xff, 0xfe, 0, 0, 0])],
  ['compressed data', Uint8Array.from({ length: 3000 }, (_, index) => (index * index * 7 + index * 31) % 256)],
  ['a script with an archive behind it', Uint8Array.from([...utf8('#!/bin/sh\nexit\n'.repeat(6000)), ...Array.from({ length: 9000 }, (_, index) => (index * index * 7) % 251)])],
])('%s is binary', (_name, input) => {
  expect(decode(input)).toEqual({ kind: 'binary' });
});

test.each([
  ['UTF-32', bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0)],
  ['a mark before what is no UTF-16', bytes(0xff, 0xfe, ...Array.from({ length: 40 }, () => 0xd8))],
])('%s fails with what to do', (_name, input) => {
  expect(decode(input)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('UTF-8') as string });
});

test('any bytes are decoded to something, without throwing', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (input) => {
    expect(['text', 'binary', 'failed']).toContain(decode(input).kind);
  }));
});

test('any text survives UTF-8, but for its byte order mark', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
    expect(decode(utf8(text))).toMatchObject({ kind: 'text', text: text.replace(/^\ufeff/, '') });
  }));
});
