import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Intent } from '../../../src/protocol/intent';
import type { ViewEvent } from '../../../src/protocol/viewEvent';
import type { Host } from '../../../webview-ui/host';
import { ensureChromium, ROOT } from '../../support/setup.mjs';
import { bodyClassOf, editorStyles, type ThemeName } from './themes';

const ORIGIN = 'https://view.test';

const PICTURES = join(import.meta.dirname, '../.out');

/** The policy under which the extension shows the view. */
const POLICY = `default-src 'none'; style-src ${ORIGIN}; script-src 'nonce-n0nce'; base-uri 'none'; form-action 'none'`;

/** How a view is opened. */
export interface ViewOptions {
  readonly theme?: ThemeName;
  readonly language?: string;
  readonly width?: number;
  readonly height?: number;
  readonly draft?: string;
}

/** An open view and the host that it talks to. */
export interface View {
  readonly page: Page;
  /** Sends events as the host would, and waits until they are shown. */
  send(...events: readonly ViewEvent[]): Promise<void>;
  /** Everything that the view asked for after its `ready`. */
  intents(): Promise<Intent[]>;
  /** What went wrong in the page: exceptions, refused loads, attempts to navigate. */
  readonly troubles: readonly string[];
  /** Saves what is shown as `test/view/.out/<name>.png`. */
  picture(name: string): Promise<void>;
}

declare global {
  /** The scripted host of a test page. */
  var scripted: { readonly posted: Intent[]; listener: (event: ViewEvent) => void };
}

/** Builds the view and starts a browser for the tests of a file. */
export function useViews(): (options?: ViewOptions) => Promise<View> {
  let browser: Browser;
  let files: ReadonlyMap<string, string>;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    [browser, files] = await Promise.all([launch(), buildView()]);
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await browser.close();
  });
  return async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 360, height: options.height ?? 720 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    contexts.push(context);
    return openView(await context.newPage(), files, options);
  };
}

async function launch(): Promise<Browser> {
  // Chromium refuses its sandbox to root, which containers run as.
  return chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
}

async function buildView(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [{ in: 'webview-ui/main.ts', out: 'main' }, { in: 'webview-ui/style.css', out: 'main' }],
    absWorkingDir: ROOT, outdir: 'dist/webview', write: false, bundle: true, format: 'iife', target: 'es2022', logLevel: 'warning',
  });
  return new Map(outputFiles.map((file) => [file.path.replace(/^.*main/, 'main'), file.text]));
}

async function openView(page: Page, files: ReadonlyMap<string, string>, options: ViewOptions): Promise<View> {
  const theme = options.theme ?? 'dark';
  const troubles = watchForTrouble(page);
  const served = new Map([...files, ['theme.css', editorStyles(theme)], ['', pageHtml(theme, options.language ?? 'en')]]);
  await page.route('**/*', async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const body = route.request().url().startsWith(ORIGIN) ? served.get(name) : undefined;
    if (body === undefined) {
      troubles.push(`asked for ${route.request().url()}`);
      await route.abort();
    } else {
      const contentType = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'text/html';
      await route.fulfill({ body, contentType: `${contentType}; charset=utf-8` });
    }
  });
  await page.addInitScript(installScriptedHost, options.draft ?? '');
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => globalThis.scripted.posted.length > 0);
  return {
    page,
    troubles,
    send: async (...events) => {
      await page.evaluate(async (sent) => {
        sent.forEach(globalThis.scripted.listener);
        await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
      }, events);
    },
    intents: async () => (await page.evaluate(() => globalThis.scripted.posted)).slice(1),
    picture: async (name) => {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    },
  };
}

function watchForTrouble(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') {
      troubles.push(message.text());
    }
  });
  page.on('framenavigated', (frame) => {
    if (frame.url() !== `${ORIGIN}/`) {
      troubles.push(`navigated to ${frame.url()}`);
    }
  });
  page.context().on('page', (opened) => troubles.push(`opened ${opened.url()}`));
  return troubles;
}

/** Runs in the page, before its own script. */
function installScriptedHost(draft: string): void {
  const scripted: typeof globalThis.scripted = { posted: [], listener: () => undefined };
  globalThis.scripted = scripted;
  globalThis.docmindHost = {
    draft,
    saveDraft: () => undefined,
    post: (intent) => { scripted.posted.push(structuredClone(intent)); },
    onEvent: (listener) => { scripted.listener = listener; },
  } satisfies Host;
}

function pageHtml(theme: ThemeName, language: string): string {
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${POLICY}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="/theme.css">
  <link rel="stylesheet" href="/main.css">
  <title>DocMind</title>
</head>
<body class="${bodyClassOf(theme)}">
  <script nonce="n0nce" src="/main.js"></script>
</body>
</html>`;
}
