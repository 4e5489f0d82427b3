/** Fields that hold what a person asked, what documents say, or what a model wrote of them. */
const CONTENT = new Set([
  'question', 'standaloneQuestion', 'answer', 'quote', 'query', 'arguments', 'note', 'notes', 'message', 'reason', 'sentence', 'missing', 'was',
  'now', 'headings', 'path', 'paths', 'codeSymbols', 'focuses', 'profile', 'url',
]);

/** A tool as a program calls it; a model may write anything in its place. */
const TOOL = /^[A-Za-z][\w.-]{0,40}$/;

/** The same data with lengths in place of its content: `"[42 characters]"`. */
export function withoutContent(detail: object): object {
  return Object.fromEntries(Object.entries(detail).map(([name, value]: [string, unknown]) => [name, isContent(name, value) ? lengthOf(value) : inside(value)]));
}

function isContent(name: string, value: unknown): boolean {
  return CONTENT.has(name) || (name === 'tool' && typeof value === 'string' && !TOOL.test(value));
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(inside);
  }
  return typeof value === 'object' && value !== null ? withoutContent(value) : value;
}

function lengthOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify([value]).slice(1, -1);
  return `[${text.length} characters]`;
}
