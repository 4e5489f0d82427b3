import { expect, test } from 'vitest';
import { answered, READY, RICH_ANSWER, running, source, SOURCES } from './support/scenes';
import { useViews, type View } from './support/view';

const open = useViews();

const CITATION_1 = 'Citation 1: docs/guide/configuration.md, lines 41–48';

/** What was asked for by clicks; a pointer that rests on a citation on its way asks for a check besides. */
async function clicked(view: View) {
  return (await view.intents()).filter(({ type }) => type !== 'checkCitation');
}

/** An answered question with all sources. */
async function answeredView(): Promise<View> {
  const view = await open();
  await view.send(READY, ...answered('a', 'How do I set a timeout?', RICH_ANSWER, SOURCES));
  return view;
}

function chip(view: View, n: number) {
  return view.page.locator(`.cite[data-n="${n}"]`).first();
}

test('a number becomes a citation as soon as its source is known, while the answer still streams', async () => {
  const view = await open();
  await view.send(READY, ...running('a', 'Why?', 'Because of it [1]'));
  expect(await view.page.locator('.answer').innerText()).toBe('Because of it [1]');
  await view.send({ type: 'sources', turnId: 'a', sources: [source(1)] });
  expect(await view.page.getByRole('button', { name: CITATION_1 }).innerText()).toBe('1');
  await view.send({ type: 'answerDelta', turnId: 'a', text: ', and of another [2].\n\n```ts\nconst a = 1;' });
  expect(await view.page.locator('.answer').innerText()).toContain('another [2].');
  expect(await view.page.locator('.code .hljs-keyword').innerText()).toBe('const');
});

test('a click on a citation asks for it by its number, with Alt beside', async () => {
  const view = await answeredView();
  await chip(view, 1).click();
  await chip(view, 3).click({ modifiers: ['Alt'] });
  await chip(view, 2).focus();
  await view.page.keyboard.press('Enter');
  expect(await clicked(view)).toEqual([
    { type: 'openCitation', turnId: 'a', n: 1 },
    { type: 'openCitation', turnId: 'a', n: 3, beside: true },
    { type: 'openCitation', turnId: 'a', n: 2 },
  ]);
});

test('resting on a citation shows its passage, which can be entered by the pointer and goes when it leaves', async () => {
  const view = await answeredView();
  const card = view.page.getByRole('dialog', { name: 'Citation 2: README.md, lines 3–7, changed' });
  await view.page.locator('.answer').scrollIntoViewIfNeeded();
  await chip(view, 2).hover();
  await card.waitFor();
  expect(await card.innerText()).toContain('npm install\nnpm start');
  expect(await card.innerText()).toContain('Quick start');
  expect(await card.innerText()).toContain('changed');
  expect(await card.innerText()).toContain('Not in these lines: retryCount');
  await card.locator('.passage').hover();
  await view.page.waitForTimeout(400);
  expect(await card.isVisible()).toBe(true);
  await view.page.mouse.move(5, 5);
  await card.waitFor({ state: 'hidden' });
});

test('after a click the passage gets out of the way, until the pointer has been elsewhere', async () => {
  const view = await answeredView();
  const card = view.page.locator('.card');
  await chip(view, 2).hover();
  await card.waitFor();
  await chip(view, 2).click();
  await card.waitFor({ state: 'hidden' });
  await view.send({ type: 'sources', turnId: 'a', sources: SOURCES });
  await view.page.waitForTimeout(400);
  expect(await card.isVisible()).toBe(false);
  await view.page.mouse.move(5, 5);
  await chip(view, 2).hover();
  await card.waitFor();
});

test('after a click the passage of the same source shows at its next number, and at its own once the pointer was outside', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', 'Why?', 'First [1]. Then [1].', [source(1)]));
  const card = view.page.locator('.card');
  const [first, second] = [view.page.locator('.cite').first(), view.page.locator('.cite').last()];
  await first.click();
  await second.hover();
  await card.waitFor();
  await first.click();
  await card.waitFor({ state: 'hidden' });
  await view.page.locator('body').dispatchEvent('pointerleave');
  await first.dispatchEvent('pointerover');
  await card.waitFor();
});

test('a number that follows itself is shown once', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', 'Why?', 'One [1] [1][1], two [1][2] [2]; [1] three [1].', SOURCES));
  expect(await view.page.locator('.answer').innerText()).toBe('One 1, two 12; 1 three 1.');
});

test('by keyboard the passage is shown at once, entered with the arrow and left with Escape', async () => {
  const view = await answeredView();
  await view.page.getByRole('main').focus();
  await view.page.keyboard.press('Tab');
  await view.page.keyboard.press('Tab');
  const card = view.page.getByRole('dialog', { name: CITATION_1 });
  await card.waitFor();
  await view.page.keyboard.press('ArrowDown');
  expect(await card.getByRole('region', { name: 'Cited passage' }).evaluate((passage) => passage === document.activeElement)).toBe(true);
  await view.page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  expect(await chip(view, 1).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await view.intents()).toEqual([{ type: 'checkCitation', turnId: 'a', n: 1 }]);
});

test('a passage that is shown is checked again, and the open card tells what was found without losing the place', async () => {
  const view = await open();
  const long = Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of the passage.`).join('\n');
  await view.send(READY, ...answered('a', 'Why?', 'Because of it [1].', [{ ...source(1), text: long }]));
  await chip(view, 1).hover();
  const passage = view.page.locator('.card .passage');
  await passage.waitFor();
  expect(await view.intents()).toEqual([{ type: 'checkCitation', turnId: 'a', n: 1 }]);
  await passage.evaluate((element) => { element.scrollTop = 100; });
  await view.send({
    type: 'sourceChecked', turnId: 'a', n: 1, place: { path: 'docs/guide/settings.md', startLine: 4, endLine: 11, check: 'moved' },
  });
  expect(await view.page.locator('.card').innerText()).toMatch(/docs\/guide\/settings\.md[^]*lines 4–11[^]*moved/);
  expect(await passage.evaluate((element) => element.scrollTop)).toBe(100);
  expect(await view.page.locator('.source .file').innerText()).toBe('settings.md');
  expect(await view.page.getByRole('dialog', { name: 'Citation 1: docs/guide/settings.md, lines 4–11, moved' }).isVisible()).toBe(true);
});

test('what the answer rests on is marked in the passage, which is scrolled to it', async () => {
  const view = await open();
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of <b>the</b> passage.`);
  const [text, start] = [lines.join('\n'), lines.slice(0, 40).join('\n').length + 1];
  const support = [{ start, end: start + 7 }, { start: text.length - 8, end: text.length }];
  await view.send(READY, ...answered('a', 'Why?', 'Because of it [1].', [source(1, { text, support })]));
  await chip(view, 1).hover();
  const passage = view.page.locator('.card .passage');
  await passage.waitFor();
  expect(await passage.locator('mark').allInnerTexts()).toEqual(['Line 41', 'passage.']);
  expect(await passage.evaluate((element) => element.textContent)).toBe(text);
  expect(await passage.evaluate((element) => {
    const [box, mark] = [element.getBoundingClientRect(), element.querySelector('mark')!.getBoundingClientRect()];
    return mark.top > box.top && mark.bottom < box.bottom;
  })).toBe(true);
});

test('sources are listed with the cited ones first and the others folded', async () => {
  const view = await answeredView();
  const sources = view.page.getByRole('region', { name: 'Sources' });
  expect(await sources.getByRole('button').allInnerTexts()).toHaveLength(3);
  expect(await sources.innerText()).toContain('Also retrieved (1)');
  await sources.getByText('Also retrieved').click();
  await sources.getByRole('button', { name: '0007-timeouts.md' }).click();
  expect(await clicked(view)).toEqual([{ type: 'openCitation', turnId: 'a', n: 4 }]);
});

test('what is unfolded, focused and hovered stays so while the rest of the page changes', async () => {
  const view = await answeredView();
  await view.page.getByText('Also retrieved').click();
  await chip(view, 1).focus();
  await view.send(
    { type: 'sources', turnId: 'a', sources: SOURCES.map((each) => ({ ...each, check: 'verified' as const })) },
    { type: 'modelChanged', model: 'another' },
    ...running('b', 'And then?', 'It goes on.'),
  );
  expect(await view.page.locator('.sources details').getAttribute('open')).toBe('');
  expect(await chip(view, 1).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await view.page.locator('.badge.verified').count()).toBe(4);
});

test('code can be copied alone, and the answer by the host', async () => {
  const view = await answeredView();
  await view.page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => view.page.evaluate(() => navigator.clipboard.readText())).toContain("await client.send('GET /health');\n");
  expect(await view.page.getByRole('status').innerText()).toBe('Copied');
  await view.page.getByRole('button', { name: 'Copy answer' }).click();
  expect(await view.intents()).toEqual([{ type: 'copyAnswer', turnId: 'a' }]);
});

test('links are opened by the host, whichever way they are clicked', async () => {
  const view = await answeredView();
  await view.page.getByRole('link', { name: 'reference' }).click();
  await view.page.getByRole('link', { name: 'reference' }).click({ modifiers: ['Control'] });
  await view.page.getByRole('link', { name: 'reference' }).click({ button: 'middle' });
  const opened = { type: 'openLink', href: 'https://example.com/reference' };
  expect(await view.intents()).toEqual([opened, opened]);
  expect(view.troubles).toEqual([]);
});
