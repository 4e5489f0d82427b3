import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteDocument, noteFileName, readNoteDocument } from '../../../src/app/noteDocument';

test('a note goes through its document unchanged', () => {
  const line = fc.string({ minLength: 1, maxLength: 60 }).map((text) => text.replace(/\s+/gu, ' ').trim()).filter((text) => text !== '');
  const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 6 }).map((lines) => lines.join('\n').replaceAll('\r', '').trim());
  fc.assert(fc.property(line, text, (title, body) => {
    expect(readNoteDocument(noteDocument({ title, text: body }))).toEqual({ title, text: body });
  }));
});

const DOCUMENTS: readonly (readonly [what: string, document: string, expected: ReturnType<typeof readNoteDocument>])[] = [
  ['a heading names the note', '# How to deploy?\n\nPush a tag.\n', { title: 'How to deploy?', text: 'Push a tag.' }],
  ['a heading of any level does', '\n\n### 部署\nPush.\r\nWait.', { title: '部署', text: 'Push.\nWait.' }],
  ['without a heading the first line names it and stays', 'Push a tag.\nWait.', { title: 'Push a tag.', text: 'Push a tag.\nWait.' }],
  ['a heading alone is a note', '# Later', { title: 'Later', text: '' }],
  ['an empty heading does not name it', '# \n\nPush.', { title: 'Push.', text: 'Push.' }],
  ['what is no heading is text', '#hashtag', { title: '#hashtag', text: '#hashtag' }],
  ['nothing is no note', ' \n\n', undefined],
  ['a title is cut to a line', `# ${'x'.repeat(300)}`, { title: `${'x'.repeat(119)}…`, text: '' }],
];

test.each(DOCUMENTS)('%s', (_, document, expected) => {
  expect(readNoteDocument(document)).toEqual(expected);
});

test('a file name shows the title and nothing that a path gives a meaning to', () => {
  expect(noteFileName('How do I deploy "v1.2" to C:\\prod/../x?')).toBe('How do I deploy v1 2 to C prod x.md');
  expect(noteFileName('怎么部署？')).toBe('怎么部署.md');
  expect(noteFileName('../..')).toBe('Note.md');
  expect(noteFileName('x'.repeat(300))).toBe(`${'x'.repeat(40)}.md`);
});
