import type { Frame, Page } from 'playwright-core';

/** How long the editor may take for one thing on a busy machine, in milliseconds. */
const PATIENCE_MS = 90_000;

/**
 * Opens a view container of the activity bar. A click on the icon of the open one would close it, so that is left alone.
 *
 * @param title - as the container is called in the activity bar.
 */
export async function openContainer(page: Page, title: string): Promise<void> {
  const label = page.locator(`a.action-label[aria-label^="${title}"]`);
  const item = page.locator('.activitybar .action-item', { has: label }).first();
  await item.waitFor({ timeout: PATIENCE_MS });
  const classes = (await item.getAttribute('class')) ?? '';
  if (!/\bchecked\b/.test(classes)) {
    await item.click();
  }
}

/**
 * Finds the document of a webview, which lies two frames deep, by something it shows.
 *
 * @param selector - CSS, of an element that only this webview has.
 */
export async function webviewFrame(page: Page, selector: string): Promise<Frame> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    for (const frame of page.frames().filter(isWebview)) {
      if (await shows(frame, selector)) {
        return frame;
      }
    }
    await page.waitForTimeout(100);
  }
  const seen = page.frames().map((frame) => frame.url().slice(0, 120));
  throw new Error(`No webview shows ${selector}. Frames:\n${seen.join('\n')}`);
}

/** VS Code puts what an extension renders into this page of its own. */
function isWebview(frame: Frame): boolean {
  return frame.url().includes('/webview/browser/pre/fake.html');
}

/** A frame may be replaced while it is asked: then it does not show anything yet. */
async function shows(frame: Frame, selector: string): Promise<boolean> {
  try {
    return (await frame.$(selector)) !== null;
  } catch {
    return false;
  }
}

/**
 * Runs a command by its title in the command palette.
 *
 * @param title - with category, as the palette shows it.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input.input');
  await input.waitFor({ state: 'visible', timeout: PATIENCE_MS });
  await input.fill(`>${title}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor({ timeout: PATIENCE_MS });
  await input.press('Enter'); // not wherever the focus went meanwhile
}

/** The file name of the editor tab in front, or null if no editor is open. */
export async function activeTab(page: Page): Promise<string | null> {
  const tab = page.locator('.editor-group-container.active .tab.active').first();
  return (await tab.count()) === 0 ? null : tab.getAttribute('data-resource-name');
}

/** The 1-based line that the status bar gives for the cursor, or undefined if no text editor is in front. */
export async function cursorLine(page: Page): Promise<number | undefined> {
  const texts = await page.locator('.statusbar-item').allInnerTexts();
  const line = texts.map((text) => /\bLn (\d+)/.exec(text)?.[1]).find((found) => found !== undefined);
  return line === undefined ? undefined : Number(line);
}
