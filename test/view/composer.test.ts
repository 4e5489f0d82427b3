import { expect, test } from 'vitest';
import type { ViewEvent } from '../../src/protocol/viewEvent';
import { answered, ended, READY, running, source } from './support/scenes';
import { useViews, type View } from './support/view';

const open = useViews();

const INDEXING: ViewEvent = { type: 'indexStatus', status: { kind: 'indexing', phase: 'reading', done: 3, total: 12, usable: false } };

function field(view: View) {
  return view.page.getByRole('textbox', { name: 'Your question' });
}

async function typed(view: View): Promise<string> {
  return field(view).inputValue();
}

/** The signs by which a key press of an input method is known. */
interface Signs {
  readonly isComposing?: boolean;
  readonly keyCode?: number;
}

/** A press of Enter as an input method causes it. */
async function press(view: View, signs: Signs): Promise<void> {
  await field(view).evaluate((element, details) => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...details }));
  }, signs);
}

test('Enter sends, Shift+Enter breaks the line, and the field grows and empties', async () => {
  const view = await open();
  await view.send(READY);
  const height = async () => (await field(view).boundingBox())!.height;
  const before = await height();
  await view.page.keyboard.type('one');
  await view.page.keyboard.press('Shift+Enter');
  await view.page.keyboard.type('two');
  expect(await height()).toBeGreaterThan(before * 1.5);
  await view.page.keyboard.press('Enter');
  expect(await view.intents()).toEqual([{ type: 'ask', text: 'one\ntwo' }]);
  expect(await typed(view)).toBe('');
  expect(await height()).toBe(before);
});

test('an empty question is not sent', async () => {
  const view = await open();
  await view.send(READY);
  await view.page.keyboard.type('  ');
  await view.page.keyboard.press('Enter');
  await view.page.getByRole('button', { name: 'Send' }).click({ force: true });
  expect(await view.intents()).toEqual([]);
});

test.each<[string, Signs]>([
  ['that says it composes', { isComposing: true }],
  ['that has key code 229 only', { keyCode: 229 }],
])('an Enter %s chooses a character and sends nothing', async (_sign, signs) => {
  const view = await open();
  await view.send(READY);
  await view.page.keyboard.type('nihao');
  await press(view, signs);
  expect(await view.intents()).toEqual([]);
  await press(view, {});
  expect(await view.intents()).toEqual([{ type: 'ask', text: 'nihao' }]);
});

test('the Enter that ended a composition sends nothing, the next one does', async () => {
  const view = await open();
  await view.send(READY);
  await view.page.keyboard.type('日本');
  await field(view).evaluate((element) => {
    element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  expect(await view.intents()).toEqual([]);
  await view.page.waitForTimeout(150);
  await view.page.keyboard.press('Enter');
  expect(await view.intents()).toEqual([{ type: 'ask', text: '日本' }]);
});

test('the arrow up recalls questions into an empty field and leaves a draft alone', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', 'second?', 'Maybe.'), ...answered('b', 'first?', 'Yes.'), ...answered('c', 'second?', 'No.'));
  const seen: string[] = [];
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
    await view.page.keyboard.press(key);
    seen.push(await typed(view));
  }
  expect(seen).toEqual(['second?', 'first?', 'first?', 'second?', '']);
  await view.page.keyboard.type('a draft');
  await view.page.keyboard.press('ArrowUp');
  expect(await typed(view)).toBe('a draft');
});

test('while a turn runs there is Stop in place of Send, and nothing is sent', async () => {
  const view = await open();
  await view.send(READY, ...running('a', 'Why?'));
  expect(await view.page.getByRole('button', { name: 'Send' }).count()).toBe(0);
  await view.page.keyboard.type('next');
  await view.page.keyboard.press('Enter');
  expect(await view.intents()).toEqual([]);
  expect(await view.page.locator('#composer-hint').innerText()).toBe('Answering – Esc to stop');
  await view.page.getByRole('button', { name: 'Stop' }).click();
  await field(view).focus();
  await view.page.keyboard.press('Escape');
  expect(await view.intents()).toEqual([{ type: 'stop' }, { type: 'stop' }]);
  await view.send(ended('a', { kind: 'cancelled' }));
  expect(await typed(view)).toBe('next');
  await view.page.keyboard.press('Enter');
  expect((await view.intents()).at(-1)).toEqual({ type: 'ask', text: 'next' });
});

test('the focus goes to the field when Stop goes away under it', async () => {
  const view = await open();
  await view.send(READY, ...running('a', 'Why?'));
  await view.page.getByRole('button', { name: 'Stop' }).focus();
  await view.send(ended('a', { kind: 'answered' }));
  expect(await field(view).evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a question can be sent while the index is being built', async () => {
  const view = await open();
  await view.send(INDEXING);
  await view.page.keyboard.type('already?');
  await view.page.getByRole('button', { name: 'Send' }).click();
  expect(await view.intents()).toEqual([{ type: 'ask', text: 'already?' }]);
});

test('without a folder nothing is sent, and the field says why', async () => {
  const view = await open();
  await view.send({ type: 'indexStatus', status: { kind: 'noWorkspace' } });
  await view.page.keyboard.type('hello?');
  await view.page.keyboard.press('Enter');
  expect(await view.intents()).toEqual([]);
  expect(await typed(view)).toBe('hello?');
  const hint = view.page.locator('#composer-hint');
  expect(await hint.innerText()).toBe('Open a folder to ask about its documents');
  expect(await field(view).getAttribute('aria-describedby')).toBe(await hint.getAttribute('id'));
});

test('a draft is there again after a reload', async () => {
  const view = await open({ draft: 'half a quest' });
  expect(await typed(view)).toBe('half a quest');
});

test('whoever comes to the view without a place in it comes to the field, and else back to their place', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', 'Why?', 'So.'));
  const comeBack = async () => view.page.evaluate(() => { window.dispatchEvent(new FocusEvent('focus')); });
  const hasFocus = async () => field(view).evaluate((element) => element === document.activeElement);
  await view.page.getByRole('button', { name: 'Copy answer' }).focus();
  await comeBack();
  expect(await hasFocus()).toBe(false);
  await view.page.locator('header').click({ position: { x: 5, y: 5 } });
  expect(await hasFocus()).toBe(false);
  await comeBack();
  expect(await hasFocus()).toBe(true);
});

test('a narrow view tells the first key only', async () => {
  const hint = async (width: number) => {
    const view = await open({ width });
    await view.send(READY);
    return view.page.locator('#composer-hint').innerText();
  };
  expect(await hint(360)).toBe('Enter to send · Shift+Enter for a new line');
  expect(await hint(300)).toBe('Enter to send');
});

test('the host can send the caret to the question, whatever has the focus and whatever card is open', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', 'How do I set a timeout?', 'Like this [1].', [source(1)]));
  await view.page.locator('.cite').first().hover();
  await view.page.locator('.card').waitFor();
  await view.send({ type: 'focusQuestion' });
  expect(await field(view).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await view.page.locator('.card').isVisible()).toBe(false);
});
