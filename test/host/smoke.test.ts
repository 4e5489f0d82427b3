import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ensureVsix } from '../support/product.mjs';
import { activeTab, cursorLine, openContainer, webviewFrame } from '../support/workbench/page';
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

/** Asks in the side bar and waits until the answer is whole. */
async function ask(question: string): Promise<Frame> {
  await openContainer(session.page, 'DocMind');
  const view = await webviewFrame(session.page, '#question');
  await view.fill('#question', question);
  await view.press('#question', 'Enter');
  await view.locator('.turn[aria-busy="false"]').last().waitFor({ timeout: PATIENCE_MS });
  return view;
}

test('a question is answered from the folder, and its citation opens the file at the lines that say so', async () => {
  const view = await ask('How long are nightly backups kept?');
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

test('nothing went wrong unseen', () => {
  expect(session.pageErrors).toEqual([]);
});
