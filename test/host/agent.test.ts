import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { citing, goodModel, mind, type GoodStep } from '../support/namedModels';
import { ensureVsix } from '../support/product.mjs';
import { startRounds, type RoundModel } from '../support/scriptedRounds';
import type { ScriptedServer } from '../support/scriptedServer';
import { ask, ended, send } from '../support/workbench/chat';
import { activeTab, cursorLine, runCommand } from '../support/workbench/page';
import { openSession, type Session } from '../support/workbench/session';

const TEAM = join(import.meta.dirname, '../fixtures/team');
const PATIENCE = { timeout: 60_000 };

let session: Session;
let server: ScriptedServer;
let folder: string;
/** Who answers the questions of the test that runs. */
let model: RoundModel;

/** The handbook of a small team, with a model on this machine that may calculate. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'harbour-'));
  cpSync(TEAM, folder, { recursive: true });
  server = await startRounds((asked) => model(asked));
  session = await openSession({
    name: 'agent', vsix: await ensureVsix(), folder, settings: { 'workbench.colorTheme': 'Dark Modern' }, machineSettings: settings('auto'),
  });
  return async () => {
    await session.screenshot('last');
    await session.close();
    await server.close();
    rmSync(folder, { recursive: true });
  };
});

function settings(dialect: string): Record<string, unknown> {
  return { 'docmind.model.baseUrl': server.baseUrl, 'docmind.model.name': 'scripted-7b', 'docmind.model.dialect': dialect, 'docmind.tools.runCode': true };
}

/** A model that understands a question as told, looks things up step by step, and answers. */
function thinking(understood: object, gather: readonly GoodStep[] | RoundModel, answer: RoundModel): RoundModel {
  const looksUp = typeof gather === 'function' ? gather : goodModel(gather);
  return mind({
    special: [
      { when: /^You decide how a question/, does: () => `say ${JSON.stringify({ intent: 'question', complexity: 'COMPLEX', ...understood })}` },
      { when: /^You gather evidence/, does: looksUp },
    ],
    gather: looksUp,
    answer,
  });
}

/** A moment of the newest turn. */
interface Moment {
  /** A line each, those that are under way with dots. */
  readonly steps: readonly string[];
  readonly answer: string;
  /** Where the answer begins. */
  readonly top: number;
}

/** Begins to record what the newest turn looks like, whenever it changes. */
async function watch(view: Frame): Promise<() => Promise<Moment[]>> {
  const moments = await view.evaluateHandle(() => {
    const seen: Moment[] = [];
    new MutationObserver(() => {
      const turn = document.querySelector('.turn:last-child');
      const answer = turn?.querySelector('.answer');
      if (turn && answer) {
        const steps = [...turn.querySelectorAll('.progress li')].map((step) => `${step.textContent}${step.querySelector('.pulse') === null ? '' : ' …'}`);
        seen.push({ steps, answer: answer.textContent, top: Math.round(answer.getBoundingClientRect().top - turn.getBoundingClientRect().top) });
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return seen;
  });
  return () => moments.jsonValue();
}

const turnOf = (view: Frame, question: string): Locator => view.locator('.turn', { hasText: question }).last();

async function stepsOf(turn: Locator): Promise<string[]> {
  return turn.locator('.steps li').allTextContents();
}

function lineOf(path: string, text: string): number {
  return readFileSync(join(folder, path), 'utf8').split('\n').findIndex((line) => line.includes(text)) + 1;
}

const COMPARED = 'What is the difference between Redis and Memcached?';

test('a comparison is looked up before the eyes of whoever asked, and answered from both files', async () => {
  model = thinking(
    { intent: 'compare', complexity: 'MEDIUM', focuses: ['Redis', 'Memcached'] },
    (asked) => (asked.rounds === 0 ? 'call searchDocs {"query":"Redis","topK":2} | searchDocs {"query":"Memcached","topK":2}' : 'slow 150 say That is enough.'),
    (asked) => `slow 40 ${citing('Redis writes its data to disk every 60 seconds [{every 60 seconds}]. Memcached writes nothing to disk [{Nothing is written}].')(asked)}`,
  );
  const empty = await send(session, '');
  const moments = await watch(empty);
  const view = await ask(session, COMPARED);
  const turn = turnOf(view, COMPARED);
  const seen = await moments();
  const before = seen.filter(({ answer }) => answer === '').flatMap(({ steps }) => steps);
  expect(before).toContain('Working on your question …');
  expect(before.filter((step) => /“(?:Redis|Memcached)” · \d+ new passages?$/.test(step)).length).toBeGreaterThanOrEqual(2);
  for (const { steps } of seen) {
    expect(steps.filter((step) => step.includes('“Redis”')).length).toBeLessThanOrEqual(1);
  }
  const streamed = seen.filter(({ answer }) => answer !== '');
  expect(new Set(streamed.map(({ answer }) => answer)).size).toBeGreaterThan(5);
  expect([...new Set(streamed.map(({ top }) => top))]).toHaveLength(1);
  expect(await turn.locator('.steps li').first().isVisible()).toBe(false);
  expect(await turn.locator('.source .file').allInnerTexts()).toEqual(expect.arrayContaining(['redis.md', 'memcached.md']));
  await session.screenshot('compared');
  await turn.getByRole('button', { name: /memcached\.md, line/ }).first().click();
  await expect.poll(() => activeTab(session.page), PATIENCE).toBe('memcached.md');
  await expect.poll(() => cursorLine(session.page), PATIENCE).toBe(lineOf('docs/memcached.md', 'Nothing is written'));
});

test('a follow-up is understood from the conversation, which the model is shown fenced', async () => {
  const first = 'How much memory may Redis use?';
  model = thinking({ complexity: 'SIMPLE' }, [], citing('Redis may use 512 MB [{512 MB}].'));
  await ask(session, first);
  const sent = server.requests.length;
  model = thinking({ complexity: 'SIMPLE', question: 'How much memory may Memcached use?' }, [], citing('Memcached may use 256 MB [{256 MB}].'));
  const second = 'And what about Memcached?';
  const view = await ask(session, second);
  const turn = turnOf(view, second);
  expect(await turn.locator('.answer').innerText()).toContain('256 MB');
  expect(await stepsOf(turn)).toContain('Searching the documents for “How much memory may Memcached use?”');
  const messages = JSON.stringify(server.requests[sent]?.body);
  expect(messages).toMatch(/<conversation-(\w+)>(?:(?!<\/conversation)[^])*How much memory may Redis use\?(?:(?!<\/conversation)[^])*<\/conversation-\1>/u);
});

const STOPPED = 'Which of the caches keeps its data over a restart, and then for how long?';

test('stop in the middle of the loop ends the turn, and hangs up on the model', async () => {
  model = thinking({}, ({ rounds }) => (rounds === 0 ? 'call searchDocs {"query":"restart of the cache"}' : 'hang'), () => 'say never');
  const view = await send(session, STOPPED);
  const turn = turnOf(view, STOPPED);
  await turn.getByText('new passage').waitFor(PATIENCE);
  await turn.getByText('Working on your question').waitFor(PATIENCE);
  await session.screenshot('gathering');
  await view.getByRole('button', { name: 'Stop' }).click();
  await ended(view, STOPPED);
  expect(await turn.innerText()).toContain('Stopped');
  expect(await server.requests.at(-1)?.closed).toEqual({ complete: false });
});

test('a server that dies in the second round costs the rest of the loop, not the answer', async () => {
  const question = 'Who is alerted at night, and what happens then if nobody answers?';
  model = thinking({}, ({ rounds }) => (rounds === 0 ? 'call searchDocs {"query":"夜间 告警"}' : 'body <html>busy</html>'), citing('告警升级给组长[{升级给组长}]。'));
  const view = await ask(session, question);
  const turn = turnOf(view, question);
  expect(await turn.locator('.answer').innerText()).toContain('升级给组长');
  const once = turn.locator('.steps li', { hasText: 'Searching in one go instead' });
  expect(await once.getAttribute('title')).toMatch(/\S/);
  await session.screenshot('fell-back');
});

/** Asked by different people: a turn is known by its question. */
const costs = (name: string): string => `What does a berth cost ${name} for 12 nights, and what is that with a mooring buoy added?`;
const calculating = thinking(
  {},
  [{ line: 'call searchDocs {"query":"price of a berth a night"}' }, { line: 'call runCode {"code":"const nights = 12;\\nnights * ($1 + 21)"}', clue: /berth costs (\d+) euro/ }],
  (asked) => citing(`A berth costs 38 euro a night [{berth costs 38}]. ${/<result-\w+>\n(\d+)/.exec(asked.text)?.[1] ?? 'Not calculated'}.`)(asked),
);

test('a program of the model is shown, and run when that is allowed', async () => {
  model = calculating;
  const view = await send(session, costs('Anna'));
  const dialog = session.page.locator('.monaco-dialog-box');
  await dialog.filter({ hasText: 'nights * (38 + 21)' }).waitFor(PATIENCE);
  await session.screenshot('consent');
  await dialog.locator('.monaco-button', { hasText: 'This Time' }).click();
  await ended(view, costs('Anna'));
  expect(await turnOf(view, costs('Anna')).locator('.answer').innerText()).toContain('708');
});

test('never is remembered until the permissions are reset', async () => {
  const dialog = session.page.locator('.monaco-dialog-box');
  const answer = async (view: Frame, question: string): Promise<string> => {
    await ended(view, question);
    return turnOf(view, question).locator('.answer').innerText();
  };
  const refused = await send(session, costs('Ben'));
  await dialog.locator('.monaco-button', { hasText: 'Never' }).click(PATIENCE);
  expect(await answer(refused, costs('Ben'))).toContain('Not calculated');
  const unasked = await send(session, costs('Carla'));
  expect(await answer(unasked, costs('Carla'))).toContain('Not calculated');
  expect(await dialog.count()).toBe(0);
  await runCommand(session.page, 'DocMind: Reset Tool Permissions');
  await session.page.locator('.notification-toast', { hasText: 'asks again' }).waitFor(PATIENCE);
  const asked = await send(session, costs('David'));
  await dialog.waitFor(PATIENCE);
  await session.page.keyboard.press('Escape');
  expect(await answer(asked, costs('David'))).toContain('Not calculated');
});

test('an answer that is remembered is listed, and recalled as a note that looks like one', async () => {
  const question = 'What did I find out about the difference between Redis and Memcached, and why then did I note it?';
  const view = await send(session, '');
  await turnOf(view, COMPARED).getByRole('button', { name: 'Remember this answer' }).click();
  const { page } = session;
  await page.locator('.notification-toast', { hasText: 'Remembered' }).waitFor(PATIENCE);
  await runCommand(page, 'DocMind: Show Notes');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: COMPARED }).waitFor(PATIENCE);
  await session.screenshot('notes');
  await page.keyboard.press('Escape');
  model = thinking({}, [{ line: 'call recallMemory {"query":"difference between Redis and Memcached"}' }], citing('You noted that Memcached writes nothing to disk [{Memcached writes nothing}].'));
  await ask(session, question);
  const turn = turnOf(view, question);
  expect(await turn.getByRole('button', { name: `note ${COMPARED}` }).count()).toBeGreaterThan(0);
  expect(await turn.locator('.source', { hasText: COMPARED }).locator('.badge.memory').innerText()).toBe('note');
  await turn.locator('.answer .cite').first().click();
  await view.locator('.card .passage', { hasText: 'Memcached writes nothing' }).waitFor(PATIENCE);
  await session.screenshot('recalled');
});

test('written and searched by turns, the answer streams without a piece of a mark', async () => {
  const question = '负责用户认证模块的开发者是哪一年入职的？';
  const parts = ['用户认证模块由张三负责[{用户认证模块由张三}]。他入职的时间是 <|SEARCH|>', '2019 年 3 月[{2019 年 3 月}]。<|END|>'];
  const writes: RoundModel = (asked) =>
    asked.user.includes('检索语句') ? 'say 张三 入职时间' : `as letters slow 25 ${citing(parts.shift() ?? '<|END|>')(asked)}`;
  session.machineSettings(settings('tags'));
  await session.reload();
  const before = await send(session, '');
  expect(await before.locator('.turn', { hasText: COMPARED }).count()).toBeGreaterThan(0);
  model = thinking({}, writes, writes);
  const moments = await watch(before);
  const view = await ask(session, question);
  expect((await turnOf(view, question).locator('.answer').innerText()).replaceAll(/\s*\d+\s*(?=。)/gu, '')).toBe('用户认证模块由张三负责。他入职的时间是 2019 年 3 月。');
  const answers = (await moments()).map(({ answer }) => answer);
  expect(new Set(answers).size).toBeGreaterThan(10);
  expect(answers.filter((text) => /[<|>]|SEA|END/.test(text))).toEqual([]);
  expect(await stepsOf(turnOf(view, question))).toEqual(expect.arrayContaining([expect.stringMatching(/“张三 入职时间” · \S/)]));
  await session.screenshot('interleaved');
});

test('nothing went wrong unseen', () => {
  expect(session.pageErrors).toEqual([]);
});
