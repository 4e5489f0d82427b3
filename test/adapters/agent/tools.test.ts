import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { citing, goodModel } from '../../support/namedModels';
import { tempFolder } from '../../support/tempFolder';
import { sharedIndex } from '../cli/docmind';
import { askTeam, teamMind, WHY } from './askTeam';

const index = sharedIndex();
const HANDOVER = citing('每周一上午十点交接[{每周一}]。');

/** What reading a document gives, by what the model asks for. */
const READS = [
  { name: 'a path', call: '{"doc":"docs/oncall.md"}', lines: '1-7' },
  { name: 'a name without its folder and ending', call: '{"doc":"oncall"}', lines: '1-7' },
  { name: 'a path with lines behind it', call: '{"doc":"docs/oncall.md:5-7"}', lines: '5-7' },
  { name: 'lines', call: '{"doc":"docs/oncall.md","startLine":1,"endLine":3}', lines: '1-3' },
] as const;

test.for(READS)('a document is read by $name', async ({ call, lines }) => {
  const model = teamMind({ gather: goodModel([{ line: `call readDoc ${call}` }]), answer: () => 'say 见值班文档[1]。' });
  const { outcome, of, sent } = await askTeam(WHY, model, { index: index() });
  expect(of('toolResult')[0]).toMatchObject({ tool: 'readDoc', status: 'ok' });
  expect(sent.at(-1)?.text).toContain(`path="docs/oncall.md" lines="${lines}"`);
  expect(outcome.citations).toMatchObject([{ path: 'docs/oncall.md', check: 'verified' }]);
});

test('a section is read by its heading, and a passage by its number', async () => {
  const model = teamMind({
    gather: goodModel([
      { line: 'call readDoc {"doc":"docs/oncall.md","section":"升级"} | searchDocs {"query":"用户认证模块"}' },
      { line: 'call readDoc {"passage":1}', clue: /n="1"/ },
    ]),
    answer: () => 'say 见值班文档[1]。',
  });
  const { of } = await askTeam(WHY, model, { index: index() });
  expect(of('toolResult').map(({ tool, status }) => [tool, status])).toEqual([['readDoc', 'ok'], ['searchDocs', 'ok'], ['readDoc', 'ok']]);
  expect(of('toolResult')[0]?.found).toBe(1);
});

test('what is not indexed cannot be read, whatever it is called', async () => {
  const paths = ['/etc/passwd', '../../../package.json', '../team/../../adapters/cli/docmind.ts', 'file:///etc/hosts', '.git/config'];
  const line = `call ${paths.map((doc) => `readDoc ${JSON.stringify({ doc })}`).join(' | ')}`;
  const model = teamMind({ gather: goodModel([{ line }, { line: 'call searchDocs {"query":"值班"}' }]), answer: HANDOVER });
  const { outcome, of, sent } = await askTeam(WHY, model, { index: index() });
  expect(of('toolResult').map(({ status }) => status)).toEqual([...paths.map(() => 'failed'), 'ok']);
  expect(of('toolResult').slice(0, -1).every(({ message }) => String(message).includes('There is no indexed document'))).toBe(true);
  expect(JSON.stringify(sent)).not.toMatch(/root:x:|"devDependencies|localhost\s+ip6|repositoryformatversion/);
  expect(outcome.stopReason).toBe('answered');
});

test('a folder that the question names is where tools search, unless the model says otherwise', async () => {
  const model = teamMind({
    gather: goodModel([{ line: 'call searchDocs {"query":"王五 船位 调度"} | searchDocs {"query":"船位 锁定 释放","in":"docs"}' }]),
    answer: citing('王五熟悉船位调度[{船位调度}]。'),
  });
  const { of, sent, outcome } = await askTeam('为什么 @people 说王五熟悉船位调度？', model, { index: index() });
  expect(of('understand')[0]).toMatchObject({ profile: { scope: { paths: ['people'] } } });
  const found = sent.at(-2)?.messages.filter(({ role }) => role === 'tool').map(({ content }) => new Set((content ?? '').match(/(?<=path=")\w+/g)));
  expect(found).toEqual([new Set(['people']), new Set(['docs'])]);
  expect(outcome.citations.map(({ path }) => path)).toEqual(['people/wang-wu.md']);
});

const COSTS = 'Why do 12 nights at a berth cost what they cost, and how much is it?';

test('a program calculates from what was found, and its result needs no source', async () => {
  const model = teamMind({
    gather: goodModel([{ line: 'call searchDocs {"query":"price of a berth a night"}' }, { line: 'call runCode {"code":"12 * $1"}', clue: /berth costs (\d+) euro/ }]),
    answer: (asked) => citing(`A berth costs 38 euro a night [{berth costs 38}]. For 12 nights that is ${/<result-\w+>\n(\d+)/.exec(asked.text)?.[1] ?? 'unknown'} euro [{berth costs 38}].`)(asked),
  });
  const { outcome, of, sent } = await askTeam(COSTS, model, { index: index(), args: ['--run-code'] });
  expect(of('toolResult').map(({ tool, status }) => [tool, status])).toEqual([['searchDocs', 'ok'], ['runCode', 'ok']]);
  expect(outcome.answer).toContain('For 12 nights that is 456 euro');
  expect(outcome).toMatchObject({ unsupported: [], coverage: 1 });
  expect(sent.find(({ purpose }) => purpose === 'gather')?.tools).toContain('runCode');
});

test('a number that neither a source nor a program gave is marked', async () => {
  const model = teamMind({
    gather: goodModel([{ line: 'call searchDocs {"query":"price of a berth a night"}' }, { line: 'call runCode {"code":"12 * 38"}' }]),
    answer: citing('For 12 nights that is 457 euro [{berth costs 38}].'),
  });
  const { outcome } = await askTeam(COSTS, model, { index: index(), args: ['--run-code'] });
  expect(outcome.unsupported).toMatchObject([{ missing: ['457'] }]);
});

test('a program that never ends, and one that reaches out, fail without harm', async () => {
  const model = teamMind({
    gather: goodModel([
      { line: 'call runCode {"code":"for(;;);"} | runCode {"code":"fetch(\'http://127.0.0.1:1\')"} | runCode {"code":"require(\'fs\').readFileSync(\'/etc/passwd\')"}' },
      { line: 'call searchDocs {"query":"price of a berth a night"}' },
    ]),
    answer: citing('A berth costs 38 euro a night [{berth costs 38}].'),
  });
  const { outcome, of } = await askTeam(COSTS, model, { index: index(), args: ['--run-code'] });
  expect(of('toolResult').map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'ok']);
  expect(outcome.stopReason).toBe('answered');
});

test('without the option no program runs, and the tool is not even offered', async () => {
  const model = teamMind({
    gather: goodModel([{ line: 'call runCode {"code":"12 * 38"}' }, { line: 'call searchDocs {"query":"price of a berth a night"}' }]),
    answer: citing('A berth costs 38 euro a night [{berth costs 38}].'),
  });
  const { outcome, of, sent } = await askTeam(COSTS, model, { index: index() });
  expect(of('toolResult')[0]).toMatchObject({ tool: 'runCode', status: 'refused' });
  expect(sent.flatMap(({ tools }) => tools)).not.toContain('runCode');
  expect(sent.at(-1)?.text).not.toContain('456');
  expect(outcome.stopReason).toBe('answered');
});

test('a saved note is recalled, and cited as a note', async () => {
  const file = join(await tempFolder(), 'notes.json');
  const text = 'We decided in spring that the handover of the duty is on Monday because the vendor calls on Tuesday.';
  await writeFile(file, JSON.stringify({ version: 1, notes: [{ id: 'n1', title: 'Handover of the duty', text, savedAt: '2026-03-01T00:00:00.000Z' }] }));
  const model = teamMind({
    gather: goodModel([{ line: 'call recallMemory {"query":"why the handover of the duty is on Monday"}' }]),
    answer: citing('The vendor calls on Tuesday [{vendor calls}].'),
  });
  const { outcome, of, sent } = await askTeam('Why did we decide that the handover of the duty is on Monday?', model, { index: index(), args: ['--notes', file] });
  expect(of('toolResult')[0]).toMatchObject({ tool: 'recallMemory', status: 'ok', found: 1 });
  expect(sent.at(-1)?.text).toContain('kind="note" name="Handover of the duty"');
  expect(outcome.citations).toMatchObject([{ path: 'Handover of the duty', source: 'memory', check: 'verified', quote: text }]);
  expect(of('finalize')[0]?.counts).toMatchObject({ memory: 1 });
});

test('without notes there is nothing to recall, and nothing to recall with', async () => {
  const model = teamMind({ gather: goodModel([{ line: 'call searchDocs {"query":"值班"}' }]), answer: HANDOVER });
  const { sent } = await askTeam(WHY, model, { index: index() });
  expect(sent.flatMap(({ tools }) => tools)).not.toContain('recallMemory');
  expect(sent.flatMap(({ tools }) => tools)).not.toContain('webSearch');
});
