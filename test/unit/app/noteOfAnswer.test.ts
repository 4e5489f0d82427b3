import { expect, test } from 'vitest';
import { noteOfAnswer } from '../../../src/app/noteOfAnswer';
import { untranslated } from '../../../src/app/translate';
import type { SourceView, TurnView } from '../../../src/protocol/viewState';

const source = (n: number, cited: boolean): SourceView =>
  ({ n, path: `docs/${n}.md`, headings: [], startLine: n, endLine: n + 1, text: 'x', cited });

const turn = (question: string, answer: string): TurnView => ({ id: 't', question, steps: [], answer, sources: [source(1, true), source(2, false)] });

const MADE = { id: 'n1', savedAt: '2026-01-02T03:04:05.000Z' };

test('an answer is remembered without its numbers, and with the names of what it cites', () => {
  expect(noteOfAnswer(turn('How long?\n', 'Ninety seconds [1]. See `list[1]`.'), MADE, untranslated)).toEqual({
    ...MADE, title: 'How long?', text: 'Ninety seconds. See `list[1]`.\n\n- docs/1.md:1-2',
  });
});

test('the title of a long question is one short line', () => {
  expect(noteOfAnswer(turn('很长的问题'.repeat(100), '是的。'), MADE, untranslated).title).toHaveLength(120);
});
