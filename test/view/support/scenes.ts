import type { ViewEvent } from '../../../src/protocol/viewEvent';
import type { SourceView, TurnEndView } from '../../../src/protocol/viewState';

/** A source with its number and whatever else matters to the test. */
export function source(n: number, changes: Partial<SourceView> = {}): SourceView {
  return {
    n,
    path: 'docs/guide/configuration.md',
    headings: ['Configuration', 'Timeouts'],
    startLine: 41,
    endLine: 48,
    text: 'The client waits `timeoutMs` milliseconds for the first byte of an answer.\nThe default is 30 000.',
    cited: true,
    ...changes,
  };
}

/** Three sources in the states that a reader will meet: verified, moved with something missing, and not cited. */
export const SOURCES: readonly SourceView[] = [
  source(1, { check: 'verified' }),
  source(2, { path: 'README.md', headings: ['Quick start'], startLine: 3, endLine: 7, check: 'changed', missing: ['retryCount'], text: 'npm install\nnpm start', support: [{ start: 12, end: 21 }] }),
  source(3, { path: 'src/http/client.ts', headings: ['HttpClient', 'send'], startLine: 120, endLine: 164, check: 'moved', text: 'async send(request: Request): Promise<Response> {\n  return this.#queue.run(() => fetch(request));\n}' }),
  source(4, { path: 'docs/adr/0007-timeouts.md', headings: ['Decision'], startLine: 9, endLine: 9, cited: false }),
];

/** An answer that has a bit of everything. */
export const RICH_ANSWER = `## Setting a timeout

Set \`timeoutMs\` in the client's options [1]. The value is in **milliseconds**, and \`0\` means *no* limit [1][3].

1. Install the package [2].
2. Create a client:

\`\`\`ts
// Waits at most five seconds.
const client = new HttpClient({ timeoutMs: 5_000, retries: 3 });
await client.send('GET /health');
\`\`\`

3. Read the [reference](https://example.com/reference) when in doubt.

| Option | Default | Meaning of the option in plain words |
| --- | ---: | --- |
| \`timeoutMs\` | 30000 | until the first byte of the answer arrives [1] |
| \`retries\` | 2 | how often a failed request is sent anew |

> A proxy in between may have a limit of its own [3].
`;

/** An index that is ready, so that the header is quiet. */
export const READY: ViewEvent = { type: 'indexStatus', status: { kind: 'ready', files: 12, passages: 120, failed: 0 } };

/** A question and the events up to its answer; the turn still runs. */
export function running(turnId: string, question: string, answer = ''): ViewEvent[] {
  return [
    { type: 'turnStarted', turnId, question },
    { type: 'step', turnId, step: { label: 'Searching docs for “timeout” · 4 passages', done: false } },
    ...(answer === '' ? [] : [{ type: 'answerDelta', turnId, text: answer } as const]),
  ];
}

/** A whole turn, answered. */
export function answered(turnId: string, question: string, answer: string, sources: readonly SourceView[] = []): ViewEvent[] {
  return [
    ...running(turnId, question),
    { type: 'step', turnId, step: { label: 'Reading docs/guide/configuration.md', done: false } },
    { type: 'answerDelta', turnId, text: answer },
    { type: 'sources', turnId, sources },
    { type: 'answeredBy', turnId, model: 'qwen3:8b' },
    ended(turnId, { kind: 'answered' }),
  ];
}

/** The end of a turn. */
export function ended(turnId: string, end: TurnEndView): ViewEvent {
  return { type: 'turnEnded', turnId, end };
}
