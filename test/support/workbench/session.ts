import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { ensureChromium, ROOT } from '../setup.mjs';
import { ensureWorkbench } from './install.mjs';
import { installExtension, startWorkbench, writeMachineSettings, writeSettings } from './server.mjs';

/** A VS Code with a packaged extension, open on a folder in a real browser. Close it in any case. */
export interface Session {
  readonly page: Page;
  /** Messages of errors that no script of the page caught. */
  readonly pageErrors: readonly string[];
  /** The extension's and the editor's logs lie below. */
  readonly home: string;
  /** Changes user settings, on top of the quiet ones; a running editor takes them over. */
  settings(extra: Record<string, unknown>): void;
  /** Replaces the settings that no workspace may change. */
  machineSettings(settings: Record<string, unknown>): void;
  /** Loads the window again, as after a restart: the extension host is new, what the browser stored is kept. */
  reload(): Promise<void>;
  /** Saves what the window shows, as `test/host/.out/<session>-<name>.png`. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Screenshots of failed and passed runs, kept for a look. */
const PICTURES = join(ROOT, 'test/host/.out');

const BROWSER_ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a new VS Code, installs the extension and opens a folder.
 *
 * @param options - `name` tells sessions of one run apart, `vsix` and `folder` are absolute paths.
 */
export async function openSession(options: {
  readonly name: string;
  readonly vsix: string;
  readonly folder: string;
  readonly settings?: Record<string, unknown>;
  readonly machineSettings?: Record<string, unknown>;
}): Promise<Session> {
  const home = join(tmpdir(), `docmind-host-${options.name}-${process.pid}`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(PICTURES, { recursive: true });
  const workbench = { vscode: await ensureWorkbench(), home };
  writeSettings(workbench, options.settings);
  writeMachineSettings(workbench, options.machineSettings ?? {});
  await installExtension(workbench, options.vsix);
  const server = await startWorkbench(workbench, { fewBuiltIns: true });
  const context = await launchBrowser(join(home, 'profile')).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const close = async () => {
    await context.close(); // first: a server whose client vanished keeps the extension host for hours
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const pageErrors: string[] = [];
    page.on('pageerror', (error) => pageErrors.push(error.message));
    const reload = async () => {
      await page.goto(server.url(options.folder));
      await page.locator('.monaco-workbench').waitFor({ timeout: 90_000 });
    };
    await reload();
    return {
      page,
      pageErrors,
      home,
      settings: (extra) => { writeSettings(workbench, extra); },
      machineSettings: (settings) => { writeMachineSettings(workbench, settings); },
      reload,
      screenshot: async (name) => { await page.screenshot({ path: join(PICTURES, `${options.name}-${name}.png`) }); },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A persistent profile, because VS Code for the browser keeps extension state and secrets there. */
async function launchBrowser(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: await ensureChromium(),
    viewport: { width: 1280, height: 800 },
    args: BROWSER_ARGUMENTS,
  });
}
