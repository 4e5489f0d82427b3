import type { ChatDeps } from '../../../src/app/chatController';
import { ChatController } from '../../../src/app/chatController';
import type { ChatHistory } from '../../../src/app/chatHistory';
import { EMPTY_HISTORY } from '../../../src/app/chatHistory';
import { untranslated } from '../../../src/app/translate';
import type { Passage } from '../../../src/model/passage';
import type { TurnEvent, TurnOutcome } from '../../../src/model/turn';
import { reduceView } from '../../../src/protocol/reduceView';
import type { ViewEvent } from '../../../src/protocol/viewEvent';
import type { ViewState } from '../../../src/protocol/viewState';
import { EMPTY_VIEW } from '../../../src/protocol/viewState';

export const FILE = '# Retries\n\nThe limit is 5 tries.\n';
export const PASSAGE: Passage = {
  path: 'docs/retries.md', kind: 'section', headings: ['Retries'], text: 'The limit is 5 tries.', key: 'k',
  span: { start: 11, end: 32, startLine: 3, endLine: 3 }, score: 1, ranks: { keyword: 1 },
};
const EVIDENCE = [{ n: 1, passage: PASSAGE }];

export const OUTCOME: TurnOutcome = {
  question: 'limit?', answer: 'Five [1].', evidence: EVIDENCE, coverage: 1, confidence: 1, grade: 'HIGH', invalidRefs: 0,
  citations: [{ n: 1, path: PASSAGE.path, headings: [], span: PASSAGE.span, check: 'verified', quote: PASSAGE.text }],
  unsupported: [], isUngrounded: false, route: 'ONE_SHOT', rounds: 0, stopReason: 'answered', usage: {},
};

export const ANSWERED: readonly TurnEvent[] = [
  { type: 'searching', query: 'limit?' },
  { type: 'found', passages: 1, tiers: ['keyword'], ms: 1 },
  { type: 'evidence', evidence: EVIDENCE, grade: 'HIGH', counts: { docs: 1, code: 0, web: 0, memory: 0 } },
  { type: 'answering', model: undefined, notice: undefined },
  { type: 'delta', text: 'Five ' },
  { type: 'delta', text: '[1].' },
  { type: 'ended', outcome: OUTCOME },
];

/** Waits for a signal to fire. */
export async function until(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    await new Promise((resolve) => { signal.addEventListener('abort', resolve, { once: true }); });
  }
}

/** A controller with everything around it recorded. */
export function setUp(change: Partial<ChatDeps> = {}, history: ChatHistory = EMPTY_HISTORY) {
  const log: string[] = [];
  const events: ViewEvent[] = [];
  let saved: ChatHistory = history;
  let ids = 0;
  const chat = new ChatController(
    {
      answer: async function* () { yield* ANSWERED; },
      post: (event) => { events.push(event); },
      readText: async () => FILE,
      whereIs: async () => [],
      reveal: async (path, lines, beside) => {
        log.push(`reveal ${path}:${lines.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(',')}${beside ? ' beside' : ''}`);
      },
      save: (next) => { saved = next; },
      warn: (message) => { log.push(`warn ${message}`); },
      copy: async (text) => { log.push(`copy ${text}`); },
      remember: async ({ title, text }) => { log.push(`remember ${title}: ${text}`); },
      selected: () => undefined, date: () => '2026-01-01T00:00:00.000Z',
      openLink: async (href) => { log.push(`link ${href}`); },
      setUpModel: async () => { log.push('setUpModel'); },
      showIndexReport: async () => { log.push('report'); },
      newId: () => { ids += 1; return `t${ids}`; },
      t: untranslated,
      ...change,
    },
    history,
  );
  const view = (): ViewState => events.reduce(reduceView, EMPTY_VIEW);
  return { chat, log, events, view, saved: () => saved };
}
