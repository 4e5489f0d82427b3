import { expect, test } from 'vitest';
import { answered, READY, source } from './support/scenes';
import { useViews, type View } from './support/view';

const open = useViews();

const URL = 'https://docs.example.org/limits?v=2';
const WEB = source(1, { path: URL, origin: { kind: 'web', url: URL, host: 'docs.example.org' }, headings: [], check: 'verified', text: 'Five tries.' });
const NOTE = source(2, { path: 'Our limits', origin: { kind: 'memory' }, headings: [], check: 'verified', text: 'We agreed on five.' });

async function answeredView(): Promise<View> {
  const view = await open();
  await view.send(READY, ...answered('a', 'Why?', 'Five [1], as agreed [2].', [WEB, NOTE]));
  return view;
}

test('a page and a note are told apart from files, and neither claims lines that were checked', async () => {
  const view = await answeredView();
  const [web, note] = await view.page.locator('.source').allInnerTexts();
  expect(web).toMatch(/1\s+docs\.example\.org\s+web\s+https:\/\/docs\.example\.org\/limits\?v=2/);
  expect(note).toMatch(/2\s+Our limits\s+note/);
  expect(await view.page.locator('.sources').innerText()).not.toMatch(/line|verified/);
  expect(await view.page.locator('.cite').evaluateAll((cites) => cites.map((cite) => cite.ariaLabel))).toEqual(['Citation 1: web page on docs.example.org', 'Citation 2: note Our limits']);
});

test('a page is asked for when it is clicked, and its card says where it leads', async () => {
  const view = await answeredView();
  await view.page.locator('.cite').first().hover();
  const card = view.page.locator('.card');
  await card.waitFor();
  expect(await card.innerText()).toMatch(/https:\/\/docs\.example\.org\/limits\?v=2[^]*Five tries\.[^]*Click to open in the browser/);
  await view.page.locator('.cite').first().click();
  expect(await view.intents()).toContainEqual({ type: 'openCitation', turnId: 'a', n: 1 });
});

test('a note opens nowhere: a click shows what it says', async () => {
  const view = await answeredView();
  const card = view.page.getByRole('dialog', { name: 'Citation 2: note Our limits' });
  await view.page.locator('.cite').last().click();
  await card.waitFor();
  expect(await card.innerText()).toContain('We agreed on five.');
  expect(await card.innerText()).not.toContain('Click to open');
  expect((await view.intents()).filter(({ type }) => type === 'openCitation')).toEqual([]);
});
