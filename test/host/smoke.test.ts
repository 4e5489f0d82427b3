import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ensureVsix } from '../support/product.mjs';
import { ask, ended } from '../support/workbench/chat';
import { activeTab, cursorLine, runCommand, webviewFrame } from '../support/workbench/page';
import { openSession, type Session } from '../support/workbench/session';

/** A section long enough to be a passage of its own. */
const section = (title: string, sentence: string) => [
  `## ${title}`, '', ...Array.from({ length: 25 }, (_, i) => `${sentence} This is remark ${i + 1} of the section on ${title.toLowerCase()}.`), '',
];

const BEFORE = ['# Backups', '', ...section('Schedule', 'The server copies its data every night at two.')];
const RETENTION = ['## Retention', '', 'Nightly backups are kept for 37 days, monthly ones for two years.', ''];
const BACKUPS = [...BEFORE, ...RETENTION, ...section('Restore', 'Run `vault restore` with the date of the copy.')];

/** 1-based and inclusive: where the answer to the question stands. */
const CITED = { from: BEFORE.length + 1, to: BEFORE.length + RETENTION.length };

const PATIENCE_MS = 60_000;

let session: Session;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docmind-ws-'));
  writeFileSync(join(folder, 'backups.md'), BACKUPS.join('\n'));
  writeFileSync(join(folder, 'network.md'), '# Network\n\nThe server listens on port 4711 and speaks TLS only.\n');
  session = await openSession({ name: 'smoke', vsix: await ensureVsix(), folder });
  return async () => {
    await session.screenshot('last');
    await session.close();
    rmSync(folder, { recursive: true });
  };
});

test('a question is answered from the folder, and its citation opens the file at the lines that say so', async () => {
  const view = await ask(session, 'How long are nightly backups kept?');
  await session.screenshot('answer');
  expect(await view.locator('.turn .answer').innerText()).toContain('37 days');
  await view.locator('.answer .cite').first().click();
  await expect.poll(() => activeTab(session.page), { timeout: PATIENCE_MS }).toBe('backups.md');
  await expect.poll(() => cursorLine(session.page), { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(CITED.from);
  expect(await cursorLine(session.page)).toBeLessThanOrEqual(CITED.to);
  await session.screenshot('citation');
});

test('the conversation is still there after the side bar was hidden', async () => {
  await session.page.keyboard.press('Control+B');
  await expect.poll(() => session.page.locator('iframe.webview').count(), { timeout: PATIENCE_MS }).toBe(0);
  await session.page.keyboard.press('Control+B');
  const view = await webviewFrame(session.page, '.turn .cite');
  expect(await view.locator('.turn .question').innerText()).toContain('How long are nightly backups kept?');
});

test('a question asked in the palette is answered in the side bar', async () => {
  const question = 'On which port does the server listen?';
  await runCommand(session.page, 'DocMind: Ask a Question');
  await session.page.locator('.quick-input-widget', { hasText: 'Ask DocMind' }).waitFor({ timeout: PATIENCE_MS });
  const input = session.page.locator('.quick-input-widget input.input');
  await input.fill(question);
  await input.press('Enter');
  const view = await webviewFrame(session.page, '.turn');
  await ended(view, question);
  expect(await view.locator('.turn .answer').last().innerText()).toContain('4711');
  await expect.poll(() => caretIn(view), { timeout: PATIENCE_MS }).toBe('question');
});

test('a new chat is empty, and what is typed next is its first question', async () => {
  await runCommand(session.page, 'DocMind: Show Index Report');
  await expect.poll(() => activeTab(session.page), { timeout: PATIENCE_MS }).toContain('Index Report');
  await runCommand(session.page, 'DocMind: New Chat');
  const view = await webviewFrame(session.page, '.empty');
  await expect.poll(() => caretIn(view), { timeout: PATIENCE_MS }).toBe('question');
  await session.page.keyboard.type('first');
  expect(await view.locator('#question').inputValue()).toBe('first');
  expect(await view.getByRole('status').innerText()).toBe('');
});

test('the index is rebuilt once that is confirmed', async () => {
  await runCommand(session.page, 'DocMind: Rebuild Index');
  await session.page.locator('.monaco-dialog-box', { hasText: 'every file is read anew' }).waitFor({ timeout: PATIENCE_MS });
  await session.screenshot('rebuild');
  await session.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Rebuild' }).click();
  const view = await webviewFrame(session.page, '#question');
  await expect.poll(() => view.locator('header').innerText(), { timeout: PATIENCE_MS }).toContain('2 files');
});

test('the index report counts what is in the folder', async () => {
  await runCommand(session.page, 'DocMind: Show Index Report');
  await expect.poll(() => activeTab(session.page), { timeout: PATIENCE_MS }).toContain('Index Report');
  await session.screenshot('report');
  expect(await session.page.locator('.editor-group-container.active .view-lines').innerText()).toMatch(/Files:\s2[^]*Left\sout/);
});

test('after a restart questions are answered again', async () => {
  await session.reload();
  const view = await ask(session, 'How long are monthly backups kept?');
  await session.screenshot('restarted');
  expect(await view.locator('.turn .answer').last().innerText()).toContain('two years');
});

test('nothing went wrong unseen', () => {
  expect(session.pageErrors).toEqual([]);
});

/** The id of the element that gets what is typed, if it is in this document. */
async function caretIn(view: Frame): Promise<string | undefined> {
  return view.evaluate(() => (document.hasFocus() ? document.activeElement?.id : undefined));
}
