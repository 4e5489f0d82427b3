/** What a model may write where it calls tools and marks, made to be slow to read; each grows with `n`, its length in UTF-16 units or nearly. */
export const MARKUP: Readonly<Record<string, (n: number) => string>> = {
  'open angles': (n) => '<'.repeat(n),
  'halves of a mark': (n) => '<|SEARC'.repeat(n / 7),
  'marks': (n) => '<|CONTINUE|>'.repeat(n / 12),
  'marks in open code': (n) => `\`${'<|SEARCH|> '.repeat(n / 11)}`,
  'backticks around marks': (n) => '``<|END|>` '.repeat(n / 11),
  'fences around marks': (n) => '```\n<|END|>\n'.repeat(n / 12),
  'open elements': (n) => '<think>'.repeat(n / 7),
  'an element that does not close': (n) => `<think>${'</thin \n'.repeat(n / 8)}`,
};

export const PRINTED: Readonly<Record<string, (n: number) => string>> = {
  'opening tags': (n) => '<tool_call>'.repeat(n / 11),
  'open objects': (n) => '{"name": '.repeat(n / 9),
  'open brackets': (n) => `searchDocs(${'['.repeat(n)}`,
  'calls in words': (n) => 'searchDocs(query="x") '.repeat(n / 22),
  'calls in tags': (n) => '<tool_call>{"name": "searchDocs", "arguments": {"query": "x"}}</tool_call>\n'.repeat(n / 76),
  'quotes': (n) => `{"name": "searchDocs", "arguments": {"query": ${'\\"'.repeat(n / 2)}`,
  'lines of actions': (n) => 'Action: look\nAction Input: x\n'.repeat(n / 29),
  'prose': (n) => 'The cache keeps the vectors of every passage. '.repeat(n / 46),
};

/** Questions as people ask them. */
export const QUESTIONS: readonly string[] = [
  'How often is a failed job tried?', 'What is the difference between the cache and the lease, and which one is faster?', 'and on Windows?', 'src/util/cache.ts', '缓存和租约有什么区别？',
  '失败的任务会重试几次？', 'hello', 'Summarize docs/guide.md', 'TypeError: x is not a function', 'Who wrote the module that renews leases, and what else did they write?',
];
