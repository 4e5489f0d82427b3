import { expect, test } from 'vitest';
import { measureCoverage } from '../../../../src/answer/coverage';
import { summarizeByExtracts } from '../../../../src/answer/extractive';
import type { Evidence } from '../../../../src/model/evidence';
import { lineStarts, spanOf } from '../../../../src/util/lines';

/** A document as one passage. */
function documentOf(text: string): { readonly evidence: readonly Evidence[]; readonly readText: () => string } {
  const span = spanOf(lineStarts(text), 0, text.length);
  const passage = { path: 'docs/a.md', kind: 'section', headings: [], span, text, key: 'a', score: 1, ranks: {} } as const;
  return { evidence: [{ n: 1, passage }], readText: () => text };
}

function summarize(text: string, question = 'Summarise this document.'): string {
  return summarizeByExtracts({ question, ...documentOf(text) }).text;
}

test('a document is summed up by the first words of its sections, each with its number', () => {
  expect(summarize(`# Leases

A lease gives one worker the right to run a job. Nobody else can take the job meanwhile.

## Length

Short. A lease lasts for ninety seconds unless the queue says otherwise. It can be renewed.

## Example

\`\`\`
lease --for 90s
\`\`\`
`)).toBe(`**Leases** [1]

A lease gives one worker the right to run a job. [1] Nobody else can take the job meanwhile. [1]

**Length** [1]

A lease lasts for ninety seconds unless the queue says otherwise. [1]

**Example** [1]

\`\`\`
lease --for 90s
\`\`\``);
});

test('Chinese documents are summed up alike', () => {
  expect(summarize('# 租约\n\n租约让一个工作进程独占一个任务。\n\n## 时长\n\n默认时长为九十秒，可以续约。\n', '总结这篇文档'))
    .toBe('**租约**[1]\n\n租约让一个工作进程独占一个任务。[1]\n\n**时长**[1]\n\n默认时长为九十秒，可以续约。[1]');
});

test('of many sections those of the document itself go before those inside them, within a screen', () => {
  const inner = Array.from({ length: 9 }, (_, at) => `### Detail ${at}\n\nThis explains the detail with number ${at}, and nothing else.\n`).join('\n');
  const text = summarize(`# Guide\n\nThis guide says how the product is run in a company.\n\n## First\n\nThe first part is about installing the product everywhere.\n\n${inner}\n## Second\n\nThe second part is about updating the product everywhere.\n\n## Third\n\nThe third part is about removing the product everywhere.\n`);
  expect(text.match(/^\*\*.*\*\*/gm)?.slice(0, 3)).toEqual(['**Guide**', '**First**', '**Detail 0**']);
  expect(text).toContain('**Third** [1]');
  expect(text.match(/^\*\*/gm)).toHaveLength(12);
});

test('every sentence of a summary is cited', () => {
  expect(measureCoverage(summarize('# A\n\nThe first section says something that is worth reading.\n\n## B\n\n- An item that says what the section is for.\n- Another.\n'), () => true).share).toBe(1);
});
