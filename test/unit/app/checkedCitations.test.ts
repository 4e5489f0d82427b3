import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChatController } from '../../../src/app/chatController';
import { untranslated } from '../../../src/app/translate';
import type { Passage } from '../../../src/model/passage';
import type { TextRange } from '../../../src/model/span';
import { defined } from '../../../src/util/defined';
import { lineStarts, spanOf } from '../../../src/util/lines';

const CITED = 'docs/cited.md';

/** One change of the workspace. Paths are few, so that renames meet files that are there already. */
type Change =
  | { readonly kind: 'edit'; readonly at: number; readonly remove: number; readonly insert: string }
  | { readonly kind: 'lineEnds'; readonly to: string }
  | { readonly kind: 'rename' | 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'delete'; readonly from: string };

const path = fc.constantFrom(CITED, 'docs/b.md', 'c.md');
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), at: fc.nat(300), remove: fc.nat(20), insert: fc.constantFrom('', '\n', 'above\n', '5', ' ', '\r\n', 'The cache.\n') }) },
  fc.record({ kind: fc.constant('lineEnds' as const), to: fc.constantFrom('\n', '\r\n', '\r') }),
  fc.record({ kind: fc.constantFrom('rename' as const, 'copy' as const), from: path, to: path }),
  fc.record({ kind: fc.constant('delete' as const), from: path }),
);

function apply(files: Map<string, string>, step: Change): void {
  switch (step.kind) {
    case 'edit':
      for (const [name, text] of files) {
        files.set(name, text.slice(0, step.at) + step.insert + text.slice(step.at + step.remove));
      }
      break;
    case 'lineEnds':
      for (const [name, text] of files) {
        files.set(name, text.replace(/\r\n|\r|\n/g, step.to));
      }
      break;
    case 'delete':
      files.delete(step.from);
      break;
    case 'rename':
    case 'copy': {
      const text = files.get(step.from);
      if (text !== undefined) {
        files.delete(step.kind === 'rename' ? step.from : '');
        files.set(step.to, text);
      }
    }
  }
}

/** A chat whose one answer cites `passage` and rests on parts of it; the lines that it opens, and what it says, are kept. */
function chatOn(files: ReadonlyMap<string, string>, passage: Passage, support?: readonly TextRange[]) {
  const opened: string[] = [];
  const said: string[] = [];
  const source = { n: 1, path: passage.path, headings: [], startLine: passage.span.startLine, endLine: passage.span.endLine, text: passage.text, cited: true, ...defined({ support }) };
  const chat = new ChatController({
    answer: () => { throw new Error('nothing is asked'); },
    post: () => undefined,
    readText: async (name) => files.get(name),
    whereIs: async () => [...files.keys()],
    reveal: async (name, marked) => {
      const text = files.get(name)!;
      const starts = lineStarts(text);
      opened.push(...marked.map(({ startLine, endLine }) => text.slice(starts[startLine - 1], starts[endLine] ?? text.length)));
    },
    save: () => undefined,
    warn: (message) => { said.push(message); },
    copy: async () => undefined,
    remember: async () => undefined,
    selected: () => undefined, date: () => '',
    openLink: async () => undefined,
    setUpModel: async () => undefined,
    showIndexReport: async () => undefined,
    newId: () => 'new',
    t: untranslated,
  }, { turns: [{ view: { id: 't', question: 'q', steps: [], answer: '[1]', sources: [source] }, evidence: [{ n: 1, passage }] }] });
  return { chat, opened, said, shown: () => chat.state.turns[0]!.sources[0]! };
}

const bare = (text: string) => text.replace(/[^\S\r\n]*(\r\n|\r|\n)/g, '\n').trimEnd();

/** True for lines with the text on them, and not with one that only begins or ends like it. */
function isOn(opened: string, text: string): boolean {
  const [shown, wanted] = [bare(opened), bare(text)];
  const at = shown.indexOf(wanted);
  return at !== -1 && shown.split('\n').length === wanted.split('\n').length && !/^\w\w$/.test(shown.slice(at + wanted.length - 1, at + wanted.length + 1));
}

const lines = fc.array(fc.constantFrom('The cache.', '', 'x', 'timeout: 5', '缓存。', '  indented'), { minLength: 1, maxLength: 20 });

/** A document, the lines of it that are cited, and the one of them that the answer rests on, if that is known. */
const cited = fc.tuple(lines, fc.nat(), fc.nat(5), fc.option(fc.nat(5), { nil: undefined })).map(([all, at, more, supporting]) => {
  const from = at % all.length;
  const text = all.join('\n');
  const start = all.slice(0, from).join('\n').length + (from > 0 ? 1 : 0);
  const quote = all.slice(from, from + more + 1).join('\n');
  const quoted = quote.split('\n');
  const saying = quoted.flatMap((words, at) => (words.trim() === '' ? [] : at));
  const line = supporting === undefined ? undefined : saying[supporting % saying.length];
  const before = quoted.slice(0, line).join('\n').length + (line === 0 ? 0 : 1);
  const support = line === undefined ? undefined : [{ start: before, end: before + (quoted[line] ?? '').length }];
  return { text, quote, support, span: spanOf(lineStarts(text), start, start + quote.length) };
}).filter(({ quote }) => quote.trim() !== '');

test('whatever became of the workspace, a citation opens the text that was cited or says that it is changed or gone', async () => {
  await fc.assert(fc.asyncProperty(cited, fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 3 }), async ({ text, quote, support, span }, visits) => {
    const files = new Map([[CITED, text]]);
    const passage: Passage = { path: CITED, kind: 'text', headings: [], span, text: quote, key: 'k', score: 1, ranks: {} };
    const { chat, opened, said, shown } = chatOn(files, passage, support);
    for (const changes of visits) {
      changes.forEach((step) => { apply(files, step); });
      opened.length = 0;
      said.length = 0;
      await chat.handle({ type: 'openCitation', turnId: 't', n: 1 });
      const { check, path: place, startLine, endLine } = shown();
      if (check === 'gone') {
        expect([opened, said]).toEqual([[], [`${CITED} is no longer in the workspace.`]]);
        expect([...files.values()].some((now) => bare(now) === bare(quote))).toBe(false);
      } else if (check === 'changed') {
        expect(said).toEqual([`The cited lines of ${place} have changed since the answer was written.`]);
      } else {
        const shownText = support === undefined ? quote : quote.slice(support[0]?.start, support[0]?.end);
        expect(opened).toHaveLength(1);
        expect(isOn(opened[0]!, shownText)).toBe(true);
        expect(said).toEqual([]);
        const now = files.get(place)!;
        const starts = lineStarts(now);
        expect(bare(now.slice(starts[startLine - 1], starts[endLine] ?? now.length))).toContain(bare(quote));
      }
    }
  }), { numRuns: 500 });
});
