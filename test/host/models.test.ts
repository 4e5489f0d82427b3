import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureVsix } from '../support/product.mjs';
import type { ScriptedServer } from '../support/scriptedServer';
import { chatStream, delta, HANG, json, startScriptedServer } from '../support/scriptedServer';
import { ask, ended, send } from '../support/workbench/chat';
import { activeTab, cursorLine, openContainer, runCommand, webviewFrame } from '../support/workbench/page';
import { openSession, type Session } from '../support/workbench/session';

const CORPUS = join(import.meta.dirname, '../fixtures/corpus');
const AUTHENTICATION = 'docs/authentication.md';
/** The line on which the sentence begins that the answer rests on. It ends on the next. */
const SUPPORT = 'This prints a new token';
const PATIENCE_MS = 60_000;

let session: Session;
let server: ScriptedServer;
let folder: string;

/** The sample documentation, in the dark, with a model that plays a script. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidewater-'));
  cpSync(CORPUS, folder, { recursive: true });
  server = await startScriptedServer([
    json(200, { object: 'list', data: [{ id: 'scripted-7b', object: 'model' }] }),
    chatStream('After a rotation the old token keeps working for ', '**24 hours** by default, at most 7 days [1]', '. Both run side by side,',
      ' so workers can be changed over one at a time [1].\n\n| | Token |\n|---|---|\n| new | valid at once |\n| old | valid for 24 hours |'),
    { steps: [delta({ role: 'assistant', content: 'It begins well ' }), HANG] },
    json(401, { error: { message: 'Incorrect API key provided' } }),
  ]);
  session = await openSession({
    name: 'models',
    vsix: await ensureVsix(),
    folder,
    settings: { 'workbench.colorTheme': 'Dark Modern' },
  });
  return async () => {
    await session.screenshot('last');
    await session.close();
    await server.close();
    rmSync(folder, { recursive: true });
  };
});

test('a model is set up by its address, a key and a choice from its list', async () => {
  const { page } = session;
  await openContainer(page, 'DocMind');
  await webviewFrame(page, '#question');
  await runCommand(page, 'DocMind: Set Up a Language Model');
  await answerInput('address', 'http://me:secret@127.0.0.1/v1');
  await page.locator('.quick-input-message', { hasText: 'Leave the user name and the password out' }).waitFor({ timeout: PATIENCE_MS });
  await answerInput('address', server.baseUrl);
  await answerInput('key', 'key-of-the-test');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'scripted-7b' }).click({ timeout: PATIENCE_MS });
  await page.locator('.notification-toast', { hasText: 'scripted-7b' }).waitFor({ timeout: PATIENCE_MS });
});

test('a model writes the answer, and its [1] opens the lines that say so, marked', async () => {
  const view = await ask(session, 'How long does the old token work after rotation?');
  expect(await view.locator('.answer').innerText()).toContain('24 hours');
  expect(await view.locator('.turn').innerText()).toContain('scripted-7b');
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer key-of-the-test');
  await view.locator('.answer .cite').first().hover();
  await view.locator('.card .passage').waitFor({ timeout: PATIENCE_MS });
  await session.screenshot('hover');
  await view.locator('.answer .cite').first().click();
  await expect.poll(() => activeTab(session.page), { timeout: PATIENCE_MS }).toBe('authentication.md');
  await expect.poll(() => cursorLine(session.page), { timeout: PATIENCE_MS }).toBe(lineOf(AUTHENTICATION, SUPPORT));
  expect(await markedLines()).toBeGreaterThanOrEqual(2);
  await session.screenshot('citation');
});

test('after an edit above them the cited lines are found again', async () => {
  const path = join(folder, AUTHENTICATION);
  writeFileSync(path, `A line that was not there.\n\n${readFileSync(path, 'utf8')}`);
  const { page } = session;
  const view = await send(session, '');
  await view.locator('.answer .cite').first().click();
  await expect.poll(() => cursorLine(page), { timeout: PATIENCE_MS }).toBe(lineOf(AUTHENTICATION, SUPPORT));
  await expect.poll(() => view.locator('.source').first().innerText(), { timeout: PATIENCE_MS }).toContain('moved');
});

test('lines that were typed and not saved count too', async () => {
  const { page } = session;
  const dirty = page.locator('.editor-group-container.active .tab.active.dirty');
  await page.locator('.editor-group-container.active .view-lines').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await dirty.waitFor({ timeout: PATIENCE_MS });
  const view = await send(session, '');
  await view.locator('.answer .cite').first().click();
  await expect.poll(() => cursorLine(page), { timeout: 10_000 }).toBe(lineOf(AUTHENTICATION, SUPPORT) + 1);
  await page.locator('.editor-group-container.active .view-lines').click();
  await page.keyboard.press('Control+Z');
  await dirty.waitFor({ state: 'detached', timeout: PATIENCE_MS });
});

test('a cited file that was renamed is opened under its new name', async () => {
  const renamed = 'docs/access/tokens.md';
  mkdirSync(join(folder, 'docs/access'));
  renameSync(join(folder, AUTHENTICATION), join(folder, renamed));
  const { page } = session;
  const view = await send(session, '');
  const source = view.locator('.source').first();
  // The card has the citation looked up; the index hears of the new name a moment after the watcher.
  await expect.poll(async () => {
    await source.hover();
    await view.locator('.card .passage').waitFor({ timeout: PATIENCE_MS });
    await view.locator('.turn .question').first().hover();
    await view.locator('.card .passage').waitFor({ state: 'hidden', timeout: PATIENCE_MS });
    return source.innerText();
  }, { timeout: PATIENCE_MS, interval: 500 }).toContain('tokens.md');
  await view.locator('.answer .cite').first().click();
  await expect.poll(() => activeTab(page), { timeout: PATIENCE_MS }).toBe('tokens.md');
  await expect.poll(() => cursorLine(page), { timeout: PATIENCE_MS }).toBe(lineOf(renamed, SUPPORT));
});

test('stop ends an answer that does not, and keeps what was said', async () => {
  const question = 'What does TW-2003 mean?';
  const view = await send(session, question);
  const turn = view.locator('.turn', { hasText: question });
  await expect.poll(() => turn.innerText(), { timeout: PATIENCE_MS }).toContain('It begins well');
  await view.getByRole('button', { name: 'Stop' }).click();
  await ended(view, question);
  expect(await turn.innerText()).toMatch(/It begins well[^]*Stopped/u);
});

test('a key that is refused is told with what to do next', async () => {
  const question = 'How are nodes elected?';
  const view = await ask(session, question);
  await session.screenshot('refused');
  expect(await view.locator('.turn', { hasText: question }).innerText()).toContain(server.host);
});

test('a question that the model did not answer is answered without it', async () => {
  const view = await send(session, '');
  await view.getByRole('button', { name: 'Answer without the model' }).click();
  const turn = view.locator('.turn', { hasText: 'How are nodes elected?' });
  await expect.poll(() => turn.innerText(), { timeout: PATIENCE_MS }).toContain('Extracted from your documents');
  expect(await turn.locator('.failed').count()).toBe(0);
});

test('a list that cannot be had is explained where the name is typed, and no name is refused', async () => {
  const { page } = session;
  const asked = server.requests.length;
  await runCommand(page, 'DocMind: Set Up a Language Model');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Change…' }).click();
  await answerInput('address', server.baseUrl);
  await answerInput('key', '');
  await answerInput('model', ' ');
  expect(server.requests).toHaveLength(asked + 1);
  await page.locator('.quick-input-message', { hasText: 'Enter the name of a model' }).waitFor({ timeout: PATIENCE_MS });
  await page.locator('.quick-input-widget input.input').fill('by-hand');
  await page.locator('.quick-input-message', { hasText: server.host }).waitFor({ timeout: PATIENCE_MS });
  await session.screenshot('by-hand');
  await page.keyboard.press('Enter');
  await page.locator('.notification-toast', { hasText: 'by-hand' }).waitFor({ timeout: PATIENCE_MS });
});

test('the model and its key are removed by the same command', async () => {
  const { page } = session;
  await runCommand(page, 'DocMind: Set Up a Language Model');
  await page.locator('.quick-input-widget', { hasText: 'by-hand' }).waitFor({ timeout: PATIENCE_MS });
  await session.screenshot('model-choices');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Remove the model and its key' }).click();
  await page.locator('.notification-toast', { hasText: 'by-hand is not used any more' }).waitFor({ timeout: PATIENCE_MS });
  const view = await send(session, '');
  await expect.poll(() => view.locator('.turn').last().innerText(), { timeout: PATIENCE_MS }).toContain('no language model is set up');
});

test('nothing went wrong unseen', () => {
  expect(session.pageErrors).toEqual([]);
});

/** Types into the input that the step of the set-up with this name shows. */
async function answerInput(step: string, text: string): Promise<void> {
  const { page } = session;
  // By its title: what another step says of a mistake may have the same word in it.
  await page.locator('.quick-input-title', { hasText: `/3): ${step}` }).waitFor({ timeout: PATIENCE_MS });
  const input = page.locator('.quick-input-widget input.input');
  await input.fill(text);
  await page.waitForTimeout(300); // the editor judges what is typed a moment later, and ignores Enter until it has
  await input.press('Enter'); // not wherever the focus went meanwhile
}

function lineOf(path: string, text: string): number {
  return readFileSync(join(folder, path), 'utf8').split('\n').findIndex((line) => line.startsWith(text)) + 1;
}

/** How many rows of the editor in front carry the mark of a citation; a line that is wrapped has several. */
async function markedLines(): Promise<number> {
  const overlays = session.page.locator('.editor-group-container.active .view-overlays .cdr[class*="ced-"]');
  await overlays.first().waitFor({ timeout: PATIENCE_MS });
  return overlays.count();
}
