import { expect, test } from 'vitest';
import type { ViewEvent } from '../../src/protocol/viewEvent';
import { faults } from './support/faults';
import { answered, ended, READY, RICH_ANSWER, running, SOURCES } from './support/scenes';
import { THEME_NAMES } from './support/themes';
import { useViews, type View } from './support/view';

const open = useViews();

const step = (label: string, more: { id?: string; detail?: string; done?: boolean } = {}): ViewEvent => ({ type: 'step', turnId: 'a', step: { label, done: false, ...more } });
const started = (question: string): ViewEvent => ({ type: 'turnStarted', turnId: 'a', question });
const delta = (text: string): ViewEvent => ({ type: 'answerDelta', turnId: 'a', text });

const QUESTION = 'What is the difference between Redis and Memcached?';
const LONG_QUERY = 'how the session store keeps what it holds over a restart of the machine and how often it writes that to the disk';
const SEARCHING = 'Searching the documents for “how the session store keeps what it holds over a restart of the machine and how…”';

/** A comparison under way: a round of two searches that are done, a third that is not. */
const GATHERING: readonly ViewEvent[] = [
  started(QUESTION),
  step('Deciding what to look up'),
  step('Searching the documents for “Redis”', { id: '1' }),
  step('Searching the documents for “Memcached”', { id: '2' }),
  step('Searching the documents for “Redis” · 3 new passages', { id: '1', done: true }),
  step('Searching the documents for “Memcached” · 2 new passages', { id: '2', done: true }),
  step(SEARCHING, { id: '3', detail: `Searching the documents for “${LONG_QUERY}”` }),
];

const lines = async (view: View): Promise<string[]> => view.page.locator('.progress li').allInnerTexts();
const underWay = async (view: View): Promise<string[]> => view.page.locator('.progress li:has(.pulse)').allInnerTexts();

test('each call is a line, updated where it stands; what runs is told from what is done', async () => {
  const view = await open();
  await view.send(READY, ...GATHERING.slice(0, 4));
  expect(await lines(view)).toEqual(['Deciding what to look up', 'Searching the documents for “Redis”', 'Searching the documents for “Memcached”']);
  expect(await underWay(view)).toEqual(['Searching the documents for “Redis”', 'Searching the documents for “Memcached”']);
  const redis = await view.page.locator('.progress li', { hasText: 'Redis' }).elementHandle();
  await view.send(...GATHERING.slice(4, 5));
  expect(await redis.evaluate((element) => [element.isConnected, element.textContent])).toEqual([true, 'Searching the documents for “Redis” · 3 new passages']);
  expect(await underWay(view)).toEqual(['Searching the documents for “Memcached”']);
});

test('while the model thinks, that is said', async () => {
  const view = await open();
  await view.send(READY, started(QUESTION));
  expect(await underWay(view)).toEqual(['Working on your question']);
  await view.send(...GATHERING.slice(1, 6));
  expect(await underWay(view)).toEqual(['Working on your question']);
  await view.send(...GATHERING.slice(6));
  expect(await underWay(view)).toEqual([SEARCHING]);
});

test('a query that is cut is there as a whole in its title', async () => {
  const view = await open();
  await view.send(READY, ...GATHERING);
  expect(await view.page.getByTitle(LONG_QUERY).innerText()).toBe(SEARCHING);
  await view.send(delta('Redis'));
  expect(await view.page.locator('summary').getAttribute('title')).toContain(LONG_QUERY);
});

test('beside the answer the steps are one line of one height, whatever happens until the end', async () => {
  const view = await open({ width: 300 });
  const top = async (): Promise<number> => (await view.page.locator('.answer').boundingBox())!.y;
  await view.send(READY, ...GATHERING, step('Asking a-model-with-a-name-that-is-longer-than-the-view-is-wide:latest'), delta('Redis writes '));
  const before = await top();
  expect(await view.page.locator('summary').innerText()).toContain('Asking a-model');
  await view.send(step(SEARCHING, { id: '4' }), delta('to disk'));
  expect(await view.page.locator('summary').innerText()).toBe(SEARCHING);
  expect(await top()).toBe(before);
  await view.send(step(`${SEARCHING} · 2 new passages`, { id: '4', done: true }), delta(' every minute.'));
  expect(await view.page.locator('summary').innerText()).toBe('Writing the answer');
  expect(await top()).toBe(before);
  await view.send({ type: 'remarked', turnId: 'a', remark: 'The answer breaks off: the model reached its output limit.' }, ended('a', { kind: 'answered' }));
  expect(await view.page.locator('summary').innerText()).toBe('6 steps');
  expect(await top()).toBe(before);
});

test('the steps unfold by keyboard while the answer comes, and stay so at its end', async () => {
  const view = await open();
  await view.send(READY, ...GATHERING, delta('Redis '));
  expect(await view.page.locator('.steps li').first().isVisible()).toBe(false);
  await view.page.locator('summary').focus();
  await view.page.keyboard.press('Enter');
  await view.send(delta('writes to disk.'), ended('a', { kind: 'answered' }));
  expect(await view.page.locator('.steps li').first().isVisible()).toBe(true);
  expect(await lines(view)).toHaveLength(4);
  expect(await view.page.locator('.pulse').count()).toBe(0);
  await view.picture('steps-unfolded');
});

test('new steps are read out, the pieces of the answer are not, and the finished answer once with what is remarked', async () => {
  const view = await open();
  const spoken = view.page.getByRole('status');
  await view.send(READY, started(QUESTION));
  expect(await spoken.innerText()).toBe('Answering.');
  await view.send(...GATHERING.slice(1, 4));
  expect(await spoken.innerText()).toBe('Searching the documents for “Memcached”');
  await view.send(...GATHERING.slice(4, 6), delta('Because **of'));
  expect(await spoken.innerText()).toBe('Searching the documents for “Memcached”');
  await view.send(delta(' it**.'), { type: 'remarked', turnId: 'a', remark: 'It breaks off.' }, ended('a', { kind: 'answered' }));
  expect(await spoken.innerText()).toBe('Answer finished. Because of it. It breaks off.');
});

test('an answer is remembered by keyboard', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', QUESTION, 'Redis writes to disk.'));
  const remember = view.page.getByRole('button', { name: 'Remember this answer' });
  await remember.focus();
  await view.page.keyboard.press('Enter');
  expect(await view.intents()).toEqual([{ type: 'rememberAnswer', turnId: 'a' }]);
  await view.send(...running('b', 'And then?'), ended('b', { kind: 'cancelled' }));
  expect(await remember.count()).toBe(1);
});

/** Two turns that show all of it: one done, with what is to be known before and after, unfolded; one that gathers. */
async function busyView(view: View): Promise<void> {
  await view.send(
    READY,
    ...GATHERING,
    delta(RICH_ANSWER.slice(0, RICH_ANSWER.indexOf('1. Install'))),
    { type: 'sources', turnId: 'a', sources: SOURCES.slice(0, 2) },
    { type: 'answeredBy', turnId: 'a', model: 'qwen3:8b', notice: 'The passages fit the question only in part.' },
    { type: 'remarked', turnId: 'a', remark: 'The answer breaks off: the model reached its output limit. Ask for the rest, or ask something narrower.' },
    ended('a', { kind: 'answered' }),
  );
  await view.page.locator('summary').first().click();
  await view.send(...GATHERING.map((event) => ('turnId' in event ? { ...event, turnId: 'b' } : event)));
  await view.page.getByRole('main').evaluate((main) => { main.scrollTop = 0; });
}

test.each(THEME_NAMES)('in the %s theme the progress is readable and named', async (theme) => {
  const view = await open({ theme, height: 1000 });
  await busyView(view);
  expect(await faults(view)).toEqual([]);
  await view.picture(`progress-${theme}`);
});

test('at 240 pixels the progress stays inside', async () => {
  const view = await open({ width: 240, height: 1100 });
  await busyView(view);
  expect(await view.page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  expect(await faults(view)).toEqual([]);
  await view.picture('progress-240');
});

test('in Chinese the progress, a failure and a remark speak Chinese', async () => {
  const view = await open({ language: 'zh-cn', theme: 'light', height: 900 });
  await view.send(
    { type: 'indexStatus', status: { kind: 'ready', files: 12, passages: 120, failed: 0 } },
    started('Redis 和 Memcached 的区别是什么？'),
    step('正在文档中搜索“Redis”', { id: '1' }), step('正在文档中搜索“Redis” · 3 个新段落', { id: '1', done: true }),
  );
  expect(await underWay(view)).toEqual(['正在处理你的问题']);
  await view.send(delta('Redis 每 60 秒写入磁盘'));
  expect(await view.page.locator('summary').innerText()).toBe('正在撰写回答');
  await view.send(ended('a', { kind: 'failed', code: 'model.unreachable', message: 'No connection to 127.0.0.1.', retryable: true }));
  expect(await view.page.locator('.failed strong').innerText()).toBe('无法连接语言模型');
  expect(await view.page.locator('summary').innerText()).toBe('1 个步骤');
  expect(await view.page.getByRole('button', { name: '记住此回答' }).count()).toBe(1);
  await view.picture('progress-chinese');
});
