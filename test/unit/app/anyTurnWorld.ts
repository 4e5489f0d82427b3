import { getEventListeners } from 'node:events';
import type { DocumentIndex } from '../../../src/app/documentIndex';
import { runTurn } from '../../../src/app/turnRunner';
import { AssistantError } from '../../../src/model/errors';
import type { PastTurn } from '../../../src/model/conversation';
import type { Passage } from '../../../src/model/passage';
import type { CodeSandbox, Consent, ConsentUse, NoteStore, WebSearch } from '../../../src/model/ports';
import type { TurnEvent } from '../../../src/model/turn';
import type { AnyModel } from '../../support/anyModel';
import { createAnyModel } from '../../support/anyModel';
import type { MemoryLibrary } from '../../support/memoryLibrary';
import { turnDeps } from '../../support/turnDeps';
import type { VirtualTime } from '../../support/virtualTime';
import { createVirtualTime } from '../../support/virtualTime';
import type { AnyTurn, Behaviour } from './anyTurn';

/** What is to be known of a turn once it is over. */
export interface PlayedTurn {
  readonly events: readonly TurnEvent[];
  /** What it threw. */
  readonly error: unknown;
  readonly model: AnyModel;
  readonly time: VirtualTime;
  /** When it ended, and when it was cancelled. */
  readonly endedAt: number;
  readonly cancelledAt: number | undefined;
  /** Events told by then. */
  readonly toldBefore: number;
  /** Whoever still listens to the person's signal. */
  readonly listeners: number;
  /** What was done besides the model, in order: `webSearch: query`, `runCode: code`, `recallMemory`, `search`. */
  readonly done: readonly string[];
  /** What the person said yes to, as `use: detail`. */
  readonly agreed: readonly string[];
  /** Signals of work that is still under way. */
  readonly open: readonly AbortSignal[];
}

/** Runs a turn of any kind, as fast as it goes. */
export async function playTurn(turn: AnyTurn, library: MemoryLibrary): Promise<PlayedTurn> {
  const time = createVirtualTime();
  const world = worldOf(turn);
  const model = createAnyModel(turn, time.schedule);
  const person = new AbortController();
  const events: TurnEvent[] = [];
  let cancelledAt: number | undefined;
  let toldBefore = 0;
  const cancel = () => {
    if (cancelledAt === undefined) {
      cancelledAt = time.now();
      toldBefore = events.length;
    }
    person.abort();
  };
  const cancelTimer = turn.cancelAtMs === undefined ? () => undefined : time.schedule(turn.cancelAtMs, cancel);
  const deps = turnDeps({
    index: counted(library, world.done),
    model,
    tools: world.tools,
    context: { history: turn.hasHistory ? [await lastTurn(library)] : [] },
    now: time.now,
    schedule: time.schedule,
    options: {
      dialect: turn.dialect, assurance: turn.assurance, maxRounds: turn.maxRounds, earlyStopOnEmptyRound: turn.earlyStopOnEmptyRound,
    },
  });
  const work = (async () => {
    for await (const event of runTurn(turn.question, deps, person.signal)) {
      if (events.push(event) > (turn.cancelAt ?? Infinity)) {
        cancel();
      }
    }
  })();
  const error = await time.run(work).then(() => undefined, (reason: unknown) => reason ?? 'nothing');
  const endedAt = time.now();
  cancelTimer();
  await new Promise(setImmediate);
  const listeners = getEventListeners(person.signal, 'abort').length;
  return { events, error, model, time, endedAt, cancelledAt, toldBefore, listeners, done: world.done, agreed: world.agreed, open: [...model.open, ...world.open] };
}

async function lastTurn(library: MemoryLibrary): Promise<PastTurn> {
  const [passage] = await library.passagesOf('tokens.md');
  return { question: 'How long does a token live?', answer: 'Ninety days [1].', evidence: passage === undefined ? [] : [{ n: 1, passage }] };
}

function counted(library: MemoryLibrary, done: string[]): DocumentIndex {
  return new Proxy<DocumentIndex>(library, {
    get: (target, name) => {
      if (name === 'search') {
        return (...args: Parameters<DocumentIndex['search']>) => {
          done.push('search');
          return target.search(...args);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) as unknown : value;
    },
  });
}

interface World {
  readonly tools: { readonly consent: Consent; readonly web?: WebSearch; readonly notes?: NoteStore; readonly sandbox?: CodeSandbox };
  readonly done: string[];
  readonly agreed: string[];
  readonly open: Set<AbortSignal>;
}

function worldOf({ web, notes, sandbox, consent: said, remembered }: AnyTurn): World {
  const [done, agreed, open]: [string[], string[], Set<AbortSignal>] = [[], [], new Set()];
  const act = async <T>(what: string, behaviour: Behaviour, signal: AbortSignal | undefined, given: { readonly works: T; readonly nothing: T }): Promise<T> => {
    done.push(what);
    switch (behaviour) {
      case 'works':
      case 'nothing':
        return given[behaviour];
      case 'throws':
        throw new TypeError('x is not a function');
      case 'garbage':
        return { passages: 7, output: null } as T;
      case 'hangs':
        return hang(open, signal, false);
      case 'lateRejection':
        return hang(open, signal, true);
    }
  };
  let asked = 0;
  const consent: Consent = {
    remembered: () => remembered,
    ask: async (use: ConsentUse, detail, signal) => {
      switch (said[asked++ % said.length]) {
        case 'yes':
          agreed.push(`${use}: ${detail}`);
          return true;
        case 'throws':
          throw new TypeError('no window');
        case 'hangs':
          return hang(open, signal, true);
        default:
          return false;
      }
    },
  };
  return {
    done,
    agreed,
    open,
    tools: {
      consent,
      ...(web === undefined ? {} : { web: { name: 'web', search: async (query, signal) => act(`webSearch: ${query}`, web, signal, { works: [PAGE], nothing: [] }) } }),
      ...(sandbox === undefined ? {} : { sandbox: { run: async (code, signal) => act(`runCode: ${code}`, sandbox, signal, { works: { output: '42', isTruncated: false }, nothing: { output: '', isTruncated: false } }) } }),
      ...(notes === undefined
        ? {}
        : { notes: { list: async () => act('recallMemory', notes, undefined, { works: [NOTE], nothing: [] }), put: () => Promise.reject(new Error('written')), remove: () => Promise.reject(new Error('removed')) } }),
    },
  };
}

const PAGE_TEXT = 'A retry of retries: tokens and leases on the web.';
const PAGE: Passage = {
  path: 'https://example.org/a', origin: { kind: 'web', url: 'https://example.org/a', retrievedAt: '2026-01-01' }, kind: 'text', headings: [], text: PAGE_TEXT, key: 'page', score: 0.9, ranks: {},
  span: { start: 0, end: PAGE_TEXT.length, startLine: 1, endLine: 1 },
};
const NOTE = { id: 'n', title: 'Retries', text: 'I prefer 3 retries and short tokens.', savedAt: '2026-01-01' };

/** Never comes to an end of its own; with `isLate`, it fails once nobody waits any more. */
function hang(open: Set<AbortSignal>, signal: AbortSignal | undefined, isLate: boolean): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal === undefined) {
      return;
    }
    open.add(signal);
    signal.addEventListener('abort', () => {
      if (isLate) {
        setImmediate(() => { reject(new AssistantError('internal', 'Too late.')); });
      }
    }, { once: true });
  });
}
