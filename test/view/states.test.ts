import { expect, test } from 'vitest';
import { reduceView } from '../../src/protocol/reduceView';
import { EMPTY_VIEW, type IndexStatusView } from '../../src/protocol/viewState';
import { answered, ended, READY, running, source } from './support/scenes';
import { useViews, type View } from './support/view';

const open = useViews();

const ANSWER = Array.from({ length: 60 }, (_item, index) => `Paragraph ${index} of a long answer.`).join('\n\n');

test('the header tells the state of the index in words', async () => {
  const view = await open();
  const shown = async (status: IndexStatusView): Promise<string> => {
    await view.send({ type: 'indexStatus', status });
    return (await view.page.getByRole('banner').innerText()).replace('DocMind chat', '').trim();
  };
  expect(await shown({ kind: 'noWorkspace' })).toBe('No folder is open');
  expect(await shown({ kind: 'starting' })).toBe('Opening the index…');
  expect(await shown({ kind: 'indexing', phase: 'listing', done: 0, total: 0, usable: false })).toBe('Listing files');
  expect(await view.page.getByRole('progressbar').getAttribute('value')).toBeNull();
  expect(await shown({ kind: 'indexing', phase: 'reading', done: 3, total: 1204, usable: true })).toBe('Reading files · 3 of 1,204 · you can ask already');
  expect(await view.page.getByRole('progressbar', { name: 'Indexing progress' }).getAttribute('max')).toBe('1204');
  expect(await shown({ kind: 'ready', files: 1, passages: 120, failed: 0 })).toBe('1 file · 120 passages');
  expect(await shown({ kind: 'ready', files: 12, passages: 120, failed: 2 })).toMatch(/^12 files · 120 passages\s+2 failed – show$/);
  expect(await shown({ kind: 'failed', message: 'The disk is full. Free some space.' })).toMatch(/^Indexing failed: The disk is full\. Free some space\.\s+Show report$/);
  await view.page.getByRole('button', { name: 'Show report' }).click();
  expect(await view.intents()).toEqual([{ type: 'showIndexReport' }]);
});

test('an empty chat offers questions, and asks the one that is clicked', async () => {
  const view = await open();
  await view.send(READY, { type: 'suggestions', suggestions: ['How do I configure timeouts?', 'How are releases made?'] });
  expect(await view.page.getByRole('list', { name: 'Suggested questions' }).getByRole('button').allInnerTexts()).toEqual(['How do I configure timeouts?', 'How are releases made?']);
  await view.page.getByRole('button', { name: 'How are releases made?' }).click();
  expect(await view.intents()).toEqual([{ type: 'ask', text: 'How are releases made?' }]);
  await view.send(...running('a', 'How are releases made?'));
  expect(await view.page.locator('.empty').count()).toBe(0);
  expect(await view.page.getByRole('textbox').evaluate((element) => element === document.activeElement)).toBe(true);
});

test('without a folder the empty chat says what to do', async () => {
  const view = await open();
  await view.send({ type: 'indexStatus', status: { kind: 'noWorkspace' } }, { type: 'suggestions', suggestions: ['Not now?'] });
  expect(await view.page.locator('.empty').innerText()).toContain('Open a folder');
  expect(await view.page.getByRole('button', { name: 'Not now?' }).count()).toBe(0);
});

test('a failure says what happened and can be retried where that may help', async () => {
  const view = await open();
  const failed = (retryable: boolean) => ({ kind: 'failed', code: 'model.unreachable', message: 'No answer from http://localhost:11434. Start Ollama.', retryable }) as const;
  await view.send(READY, ...running('a', 'Why?'), ended('a', failed(false)));
  expect(await view.page.locator('.failed').innerText()).toContain('No answer from http://localhost:11434. Start Ollama.');
  expect(await view.page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  await view.send(...running('b', 'Why?'), ended('b', failed(true)));
  await view.page.getByRole('button', { name: 'Retry' }).click();
  expect(await view.intents()).toEqual([{ type: 'retry', turnId: 'b' }]);
  await view.send({ type: 'turnRemoved', turnId: 'b' }, ...running('c', 'Why?'));
  expect(await view.page.getByRole('article').count()).toBe(2);
  expect(await view.page.getByRole('textbox').evaluate((element) => element === document.activeElement)).toBe(true);
});

test('where the model failed the question can be answered without it, and the model be set up anew', async () => {
  const view = await open();
  await view.send(READY, ...running('a', 'Why?'), ended('a', { kind: 'failed', code: 'model.unauthorized', message: 'The key was refused.', retryable: false }),
    ...running('b', 'Why?'), ended('b', { kind: 'failed', code: 'index.corrupt', message: 'The index is damaged.', retryable: false }));
  await view.page.getByRole('button', { name: 'Answer without the model' }).click();
  await view.page.getByRole('button', { name: 'Set up a model' }).click();
  expect(await view.intents()).toEqual([{ type: 'answerWithoutModel', turnId: 'a' }, { type: 'setUpModel' }]);
});

test('a stopped turn keeps what it had, and a turn that found nothing says so', async () => {
  const view = await open();
  await view.send(READY, ...running('a', 'Why?', 'Half an **answ'), ended('a', { kind: 'cancelled' }), ...running('b', 'How?'), ended('b', { kind: 'nothingFound' }));
  const [stopped, nothing] = await view.page.getByRole('article').allInnerTexts();
  expect(stopped).toContain('Half an **answ\n');
  expect(stopped).toContain('Stopped');
  expect(nothing).toContain('Nothing in your documents answers this.');
});

test('who answered is told, and where no model is set up, how to set one up', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', 'Why?', 'So.'), ...running('b', 'How?', 'Thus [1].'),
    { type: 'sources', turnId: 'b', sources: [source(1)] }, { type: 'answeredBy', turnId: 'b', notice: 'The documents fit only in part.' }, ended('b', { kind: 'answered' }));
  const [byModel, extracted] = await view.page.getByRole('article').allInnerTexts();
  expect(byModel).toContain('Answered by qwen3:8b');
  expect(extracted).toContain('Extracted from your documents – no language model is set up · Set up a model');
  expect(extracted).toContain('The documents fit only in part.');
  await view.page.getByRole('button', { name: 'Set up a model' }).click();
  expect(await view.intents()).toEqual([{ type: 'setUpModel' }]);
  await view.send({ type: 'modelChanged', model: 'gpt' });
  expect(await view.page.getByRole('button', { name: 'Set up a model' }).count()).toBe(0);
});

test('a new chat is asked for, and shown when the host says so', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', 'Why?', 'So.'));
  await view.page.getByRole('button', { name: 'New chat' }).click();
  expect(await view.intents()).toEqual([{ type: 'newChat' }]);
  expect(await view.page.getByRole('status').innerText()).toContain('So.');
  await view.send({ type: 'turnRemoved', turnId: 'a' });
  expect(await view.page.getByRole('article').count()).toBe(0);
  expect(await view.page.locator('.empty').count()).toBe(1);
  expect(await view.page.getByRole('status').innerText()).toBe('');
  expect(await view.page.getByRole('textbox').evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a view that is opened late shows the same as one that saw everything', async () => {
  const events = [READY, ...answered('a', 'Why?', ANSWER, [source(1)]), ...running('b', 'How?', 'On the way [1')];
  const early = await open();
  await early.send(...events);
  const late = await open();
  await late.send({ type: 'snapshot', state: events.reduce(reduceView, EMPTY_VIEW) });
  const html = async (view: View) => view.page.locator('.turns').innerHTML();
  expect(await html(late)).toBe(await html(early));
});

test('an answer is read from its question on, and followed to its end by whoever goes there', async () => {
  const view = await open();
  const main = view.page.getByRole('main');
  const top = async () => main.evaluate((element) => element.scrollTop);
  const questionTop = async (question: string) =>
    Math.round((await view.page.locator('.question', { hasText: question }).boundingBox())!.y - (await main.boundingBox())!.y);
  const jump = view.page.getByRole('button', { name: 'Jump to latest' });
  await view.send(READY, ...answered('a', 'Why?', ANSWER), ...running('b', 'How?'));
  expect(await questionTop('How?')).toBe(16);
  expect(await jump.count()).toBe(0);
  await view.send({ type: 'answerDelta', turnId: 'b', text: ANSWER });
  expect(await questionTop('How?')).toBe(16);
  await jump.click();
  expect(await jump.count()).toBe(0);
  const atEnd = await top();
  await view.send({ type: 'answerDelta', turnId: 'b', text: `\n\n${ANSWER}` });
  expect(await top()).toBeGreaterThan(atEnd);
  expect(await jump.count()).toBe(0);
  await main.hover();
  await view.page.mouse.wheel(0, -900);
  await jump.waitFor();
  const reading = await top();
  await view.send({ type: 'answerDelta', turnId: 'b', text: `\n\n${ANSWER}` }, { type: 'sources', turnId: 'b', sources: [source(1)] }, ended('b', { kind: 'answered' }));
  expect(await top()).toBe(reading);
  await view.send(...answered('c', 'And a short one?', 'Yes.'));
  expect(await questionTop('And a short one?')).toBe(16);
});

test('the view talks to VS Code where it is there, and keeps its draft with it', async () => {
  const view = await open();
  await view.page.addInitScript(() => {
    const calls: unknown[] = [];
    Object.assign(globalThis, {
      calls,
      acquireVsCodeApi: () => ({ postMessage: (message: unknown) => calls.push(message), getState: () => ({ draft: 'kept' }), setState: (state: unknown) => calls.push(state) }),
    });
  });
  await view.page.reload();
  await view.page.evaluate((status) => { window.postMessage({ type: 'indexStatus', status }); }, { kind: 'noWorkspace' });
  await expect.poll(() => view.page.getByRole('banner').innerText()).toContain('No folder is open');
  expect(await view.page.getByRole('textbox').inputValue()).toBe('kept');
  await view.page.keyboard.type('!');
  expect(await view.page.evaluate(() => (globalThis as unknown as { calls: unknown[] }).calls)).toEqual([{ type: 'ready' }, { draft: 'kept!' }]);
});
