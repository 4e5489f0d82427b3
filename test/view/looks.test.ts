import { expect, test } from 'vitest';
import { faults } from './support/faults';
import { answered, ended, READY, RICH_ANSWER, running, source, SOURCES } from './support/scenes';
import { THEME_NAMES, type ThemeName } from './support/themes';
import { useViews, type View } from './support/view';

const open = useViews();

/** Short codes where there is little room. */
const CODES = `The server reports \`TW-3007\` when the lease of a worker has run out, and TW-3008 when nobody renews it any more [1] [1].

| Code | Meaning | What to do |
| --- | --- | --- |
| \`TW-3007\` | The lease ran out before it was renewed [1] | Raise \`lease.seconds\` or look at the network |
| TW-3008 | Nobody renews the lease [2] | Restart the worker |
`;

/** Everything at once: a finished turn with an open card, a failed turn, a turn that runs. */
async function busyView(theme: ThemeName): Promise<View> {
  const view = await open({ theme, height: 1500 });
  await view.send(
    { type: 'indexStatus', status: { kind: 'indexing', phase: 'embedding', done: 340, total: 1204, usable: true } },
    ...answered('a', 'How do I set a timeout?', RICH_ANSWER, SOURCES),
    { type: 'answeredBy', turnId: 'a', model: 'qwen3:8b', notice: 'The passages fit the question only in part.' },
    ...running('b', 'And for uploads?'),
    ended('b', { kind: 'failed', code: 'model.unreachable', message: 'No answer from http://localhost:11434. Start Ollama, or choose another model.', retryable: true }),
    ...running('c', 'Is there a limit on the size of a request, and where would I change it?'),
  );
  // The newest question stands at the top of the view: the others are above.
  await view.page.getByRole('main').evaluate((main) => { main.scrollTop = 0; });
  return view;
}

test.each(THEME_NAMES)('in the %s theme everything is readable and named', async (theme) => {
  const view = await busyView(theme);
  expect(await faults(view)).toEqual([]);
  await view.picture(`answer-${theme}`);
  await view.page.locator('.cite.doubt').first().focus();
  await view.page.keyboard.press('Shift+Tab');
  await view.page.keyboard.press('Tab');
  await expect.poll(() => view.page.getByRole('dialog').isVisible()).toBe(true);
  expect(await faults(view)).toEqual([]);
  await view.picture(`card-${theme}`);
  expect(view.troubles).toEqual([]);
});

test.each(THEME_NAMES)('in the %s theme the empty chat is readable and named', async (theme) => {
  const view = await open({ theme });
  await view.send(READY, { type: 'suggestions', suggestions: ['How do I configure timeouts?', 'What does the deployment guide say about rollbacks?', 'How are releases made?'] });
  expect(await faults(view)).toEqual([]);
  await view.picture(`empty-${theme}`);
});

test('at 240 pixels nothing runs over the edge, and the card stays inside', async () => {
  const view = await open({ width: 240, height: 900 });
  const long = source(3, { path: 'packages/really-long-package-name/docs/reference/configuration-of-everything.md', headings: ['A heading that is quite long'] });
  await view.send(
    { type: 'indexStatus', status: { kind: 'ready', files: 1204, passages: 93_100, failed: 2 } },
    ...answered('a', 'What is aVeryLongIdentifierWithoutAnyBreakInItThatMightRunOverTheEdge for?', `${RICH_ANSWER}\n\nhttps://example.com/${'very-long-path/'.repeat(12)}`, [...SOURCES.slice(0, 2), long]),
  );
  const overflowing = await view.page.evaluate(() => {
    const scroller = document.querySelector('main')!;
    return [document.documentElement, scroller].filter((element) => element.scrollWidth > element.clientWidth).length;
  });
  expect(overflowing).toBe(0);
  await view.page.locator('.cite[data-n="3"]').first().hover();
  const box = (await view.page.getByRole('dialog').boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(240);
  await view.picture('narrow');
});

test.each([300, 240])('at %i pixels a table is read row by row, and names and badges stay in one piece', async (width) => {
  for (const theme of THEME_NAMES) {
    const view = await open({ width, height: 1000, theme });
    await view.send(READY, ...answered('a', 'What do the codes mean?', CODES, SOURCES));
    expect(await faults(view)).toEqual([]);
    await view.picture(`narrow-${width}-${theme}`);
    const table = view.page.locator('.table');
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await table.locator('td').nth(2).evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"What to do: "');
    expect(await heightInLines(view, '.answer .whole')).toBe(1);
    expect(await heightInLines(view, '#composer-hint')).toBe(1);
    const besides = await view.page.locator('.source .badge').evaluateAll((badges) =>
      badges.map((badge) => Math.abs(badge.getBoundingClientRect().top - badge.previousElementSibling!.getBoundingClientRect().top)));
    expect(Math.max(...besides)).toBeLessThan(6);
  }
});

/** How many lines the tallest of some elements takes. */
async function heightInLines(view: View, selector: string): Promise<number> {
  return view.page.locator(selector).evaluateAll((elements) =>
    Math.max(...elements.map((element) => new Set([...element.getClientRects()].map(({ top }) => Math.round(top / 4))).size)));
}

test('at 200 % zoom the composer and the answer are still within the page', async () => {
  const view = await open({ width: 180, height: 360 });
  await view.send(READY, ...answered('a', 'How do I set a timeout?', RICH_ANSWER, SOURCES));
  await view.picture('zoomed');
  expect(await view.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(180);
  const box = (await view.page.getByRole('textbox').boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(360);
});

test.each([['de', 'en'], ['zh-cn', 'zh-CN']])('an editor in %s has a view that is marked as %s, which is what it speaks', async (language, spoken) => {
  const view = await open({ language });
  expect(await view.page.evaluate(() => document.documentElement.lang)).toBe(spoken);
});

test('with the Chinese locale the whole view speaks Chinese', async () => {
  const view = await open({ language: 'zh-cn', theme: 'light', height: 900 });
  await view.send(
    { type: 'indexStatus', status: { kind: 'ready', files: 12, passages: 120, failed: 2 } },
    ...answered('a', '如何设置超时？', '在客户端选项中设置 `timeoutMs` [1]。单位为**毫秒**。', SOURCES),
  );
  expect(await view.page.locator('header').innerText()).toContain('12 个文件 · 120 个段落');
  expect(await view.page.getByRole('button', { name: '引用 1：docs/guide/configuration.md，第 41–48 行' }).count()).toBe(1);
  expect(await view.page.getByRole('textbox', { name: '你的问题' }).count()).toBe(1);
  await view.picture('chinese');
  const spoken = await view.page.evaluate(() => document.body.innerText);
  expect(spoken).not.toMatch(/\b(?:Sources|Answered|Copy|Stop|Send|verified)\b/);
});
