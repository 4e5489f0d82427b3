import { describe, expect, test } from 'vitest';
import { renderWhole } from '../../../webview-ui/markdown/answerBlocks';
import type { AnswerEnv } from '../../../webview-ui/markdown/citations';

const ENV: AnswerEnv = {
  marks: new Map([[1, { label: 'Citation 1: "a" & <b>', doubt: false }], [12, { label: 'Citation 12', doubt: true }]]),
  copyLabel: 'Copy',
  plainTextLabel: 'text',
};

function render(markdown: string): string {
  return renderWhole(markdown, ENV).join('');
}

/** The numbers of the chips in the order of the text. */
function cited(markdown: string): number[] {
  return [...render(markdown).matchAll(/<button type="button" class="cite[^"]*" data-n="(\d+)"/g)].map((match) => Number(match[1]));
}

describe('a number in brackets', () => {
  test.each([
    ['is a citation where a source has it', 'So it is [1].', [1]],
    ['stays text where no source has it', 'So it is [2], [0], [01] and [99999].', []],
    ['may follow another at once', 'So it is [1][12].', [1, 12]],
    ['may stand inside emphasis, headings, lists and tables', '# H [1]\n\n- **b [12]**\n\n| a [1] |\n| --- |\n| *x* [12] |', [1, 12, 1, 12]],
    ['is code in code', '`a[1]` and\n\n```\na[1]\n```\n\n    a[1]\n', []],
    ['is part of a link inside a link', '[see [1] here](https://example.com)', []],
    ['is a link with an address', '[1](https://example.com)', []],
    ['is a citation before a parenthesis that is no address', 'So it is [1] (really) and [1](really so).', [1, 1]],
    ['is a citation before an address inside the workspace', '[1](see.md)', [1]],
    ['is a citation before an address that may not be followed', '[1](javascript:alert(1))', [1]],
    ['is a citation even if the text defines a link of that name', 'So it is [1].\n\n[1]: https://evil.example', [1]],
    ['is math in math', '$a[1]$ and $$b[1]$$ and \\(c[1]\\) and \\[d[1]\\]', []],
    ['is a citation between sums of money', 'It costs $5 [1] and $6 [12].', [1, 12]],
    ['stays text when it is escaped', 'So it is \\[1\\].', []],
    ['is found in Chinese text', '超时为三秒[1]。', [1]],
  ])('%s', (_behaviour, markdown, expected) => {
    expect(cited(markdown)).toEqual(expected);
  });
});

test('a chip is named by its source, and one in doubt looks different', () => {
  expect(render('[1] [12]')).toBe(
    '<p><button type="button" class="cite" data-n="1" aria-haspopup="dialog" aria-label="Citation 1: &quot;a&quot; &amp; &lt;b&gt;">1</button> ' +
    '<button type="button" class="cite doubt" data-n="12" aria-haspopup="dialog" aria-label="Citation 12">12</button></p>\n',
  );
});

describe('what must not get through', () => {
  test.each([
    ['raw HTML', '<b>x</b><script>alert(1)</script>', /<b>|<script/],
    ['an image', '![alt](https://evil.example/p.png)', /<img/],
    ['an image of a data address', '![alt](data:image/png;base64,AAAA)', /<img|href/],
    ['a script address', '[x](javascript:alert(1)) [y](JaVaScRiPt:alert(1)) [z](&#106;avascript:alert(1))', /href/],
    ['a command address', '[x](command:workbench.action.quit) <command:x.y>', /href/],
    ['a file or editor address', '[x](file:///etc/passwd) [y](vscode://a.b/c) [z](/etc/passwd) [w](../secret)', /href/],
    ['a style attribute', '| a |\n| :-: |\n| b |', /style=/],
    ['a class in the language of a fence', '```"><img src=x onerror=alert(1)>\ncode\n```', /<img/],
  ])('%s', (_what, markdown, forbidden) => {
    expect(render(markdown)).not.toMatch(forbidden);
  });
});

test('links lead where their tooltip says', () => {
  expect(render('[a](https://example.com "https://bank.example") <mailto:a@example.com> https://example.com/x')).toBe(
    '<p><a href="https://example.com" title="https://example.com">a</a> ' +
    '<a href="mailto:a@example.com" title="mailto:a@example.com">mailto:a@example.com</a> ' +
    '<a href="https://example.com/x" title="https://example.com/x">https://example.com/x</a></p>\n',
  );
});

test('a link inside the workspace, and an image too, is shown as its text: it leads nowhere from here', () => {
  expect(render('See [the *guide*](../guide.md#top), ![the plan](img/plan.png) and [that][x].\n\n[x]: ./that.md')).toBe(
    '<p>See <span title="../guide.md#top">the <em>guide</em></span>, <span title="img/plan.png">the plan</span> and <span title="./that.md">that</span>.</p>\n',
  );
});

test('code is coloured by classes where its language is known, and named', () => {
  const html = render('```py\ndef f(): pass\n```\n\n```klingon\n<x>\n```\n\n```\nplain\n```');
  expect(html).toContain('<span class="code-language">py</span>');
  expect(html).toContain('<span class="hljs-keyword">def</span>');
  expect(html).toContain('<span class="code-language">klingon</span>');
  expect(html).toContain('<code>&lt;x&gt;\n</code>');
  expect(html).toContain('<span class="code-language">text</span>');
});

test('a text full of openers takes no longer than its length allows', () => {
  const texts = ['[', '![', '$', '\\[', '\\(', '**', '`', '> ', '- ', '[1](', '|', '<'].map((opener) => opener.repeat(20_000 / opener.length));
  const started = performance.now();
  texts.forEach((text) => render(text));
  expect(performance.now() - started).toBeLessThan(5_000);
});
