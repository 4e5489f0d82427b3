import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { hashVector } from '../support/hashEmbedder';
import { ensureVsix } from '../support/product.mjs';
import { json, startScriptedServer, type ScriptedServer } from '../support/scriptedServer';
import { ask } from '../support/workbench/chat';
import { runCommand } from '../support/workbench/page';
import { openSession, type Session } from '../support/workbench/session';

const PATIENCE_MS = 60_000;
const QUESTION = 'How long are nightly backups kept?';

let session: Session;
let server: ScriptedServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docmind-ws-'));
  writeFileSync(join(folder, 'backups.md'), '# Backups\n\nNightly backups are kept for 37 days.\n');
  server = await startScriptedServer(({ body }) => {
    const { input } = body as { readonly input: readonly string[] };
    return json(200, { data: input.map((text) => ({ embedding: [...hashVector(text, 32)] })) });
  });
  session = await openSession({ name: 'embedding', vsix: await ensureVsix(), folder });
  return async () => {
    await session.screenshot('last');
    await session.close();
    await server.close();
    rmSync(folder, { recursive: true });
  };
});

const sent = () => server.requests.flatMap(({ body }) => (body as { readonly input: readonly string[] }).input);

test('an endpoint that is set is used at once, and gets the questions too; before, nothing was sent', async () => {
  await ask(session, QUESTION);
  expect(sent()).toEqual([]);
  session.machineSettings({ 'docmind.embedding.baseUrl': server.baseUrl, 'docmind.embedding.model': 'tide-embed' });
  await expect.poll(() => sent().join(), { timeout: PATIENCE_MS }).toContain('37 days');
  const view = await ask(session, `${QUESTION} Say it again.`);
  expect(await view.locator('.turn .answer').last().innerText()).toContain('37 days');
  expect(sent().at(-1)).toContain('nightly backups');
});

test('its key is entered by a command, and sent from then on', async () => {
  const { page } = session;
  await runCommand(page, 'DocMind: Set Embedding Key');
  await page.locator('.quick-input-title', { hasText: 'Key for Embeddings' }).waitFor({ timeout: PATIENCE_MS });
  const input = page.locator('.quick-input-widget input.input');
  await input.fill('key-of-the-test');
  await page.waitForTimeout(300); // the editor judges what is typed a moment later, and ignores Enter until it has
  await input.press('Enter');
  await expect.poll(() => server.requests.at(-1)?.headers.authorization, { timeout: PATIENCE_MS }).toBe('Bearer key-of-the-test');
});

test('nothing goes to an endpoint that is not set any more', async () => {
  session.machineSettings({});
  const before = server.requests.length;
  await session.page.waitForTimeout(2_000); // for the editor to notice
  await ask(session, `${QUESTION} Once more.`);
  expect(server.requests.length).toBe(before);
});
