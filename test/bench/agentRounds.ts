import { gather } from '../../src/agent/gather';
import { createToolDesk } from '../../src/agent/tools/desk';
import { toolsOfTurn } from '../../src/agent/tools/toolsOfTurn';
import { EvidenceLedger } from '../../src/evidence/ledger';
import type { Passage } from '../../src/model/passage';
import type { ChatEvent, ChatModel, ChatRequest } from '../../src/model/ports';
import type { QueryProfile } from '../../src/model/profile';
import type { Library } from '../../src/retrieval/library';

/** What a round of gathering costs besides the model and the search. */
export interface RoundTimes {
  /** Time of day that a round takes, in ms: the clock of the CPU has too coarse a grain for a single one. */
  readonly median: number;
  readonly p95: number;
  /** CPU time of a round, in ms: the mean of all, collecting garbage included. */
  readonly cpu: number;
  /** Writing its last request as JSON, which every client does, in ms: what the others may be compared with. */
  readonly baseline: number;
}

/** Rounds of one turn; the default of the product. */
const ROUNDS = 4;
const WARM_UP_TURNS = 60;
const TURNS = 150;

/** Every turn is played so often, and the quickest time of each round counts: the machine has other things to do. */
const TIMES = 3;

/** Passages of one search. */
const PASSAGES = 8;

const QUESTION = 'How are vectors kept, and how often is a failed job tried?';
const NEVER = new AbortController().signal;

/**
 * Plays turns against a model and a library that answer at once; every round searches for something else, and finds it.
 * @param text - what each passage says.
 */
export async function measureRounds(text: string): Promise<RoundTimes> {
  const rounds: number[] = [];
  const requests: number[] = [];
  for (let turn = 0; turn < WARM_UP_TURNS; turn++) {
    await playTurn(turn, text);
  }
  const started = process.cpuUsage();
  for (let turn = 0; turn < TURNS; turn++) {
    const times = await playTimes(turn, text);
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(Math.min(...times.map((played) => played.rounds[round] ?? NaN)));
    }
    requests.push(Math.min(...times.map(({ request }) => request)));
  }
  const { user, system } = process.cpuUsage(started);
  return { median: share(rounds, 0.5), p95: share(rounds, 0.95), cpu: (user + system) / 1_000 / (TIMES * rounds.length), baseline: share(requests, 0.5) };
}

async function playTimes(turn: number, text: string): Promise<Played[]> {
  const times: Played[] = [];
  for (let time = 0; time < TIMES; time++) {
    times.push(await playTurn(turn, text));
  }
  return times;
}

interface Played {
  readonly rounds: readonly number[];
  readonly request: number;
}

async function playTurn(turn: number, text: string): Promise<Played> {
  const ledger = new EvidenceLedger();
  const asked: ChatRequest[] = [];
  const noTimer = () => () => undefined;
  const now = () => performance.now();
  const tools = toolsOfTurn({
    library: libraryOf(turn, text), consent: { remembered: () => undefined, ask: async () => false },
    context: { question: QUESTION, scope: {}, seen: (n) => ledger.get(n)?.passage, held: () => ledger.all.map(({ passage }) => passage) },
  });
  const deps = { model: modelOf(asked), dialect: { name: 'native' as const }, desk: createToolDesk(tools, { schedule: noTimer, now }), ledger, nonce: 'q7c1', now, schedule: noTimer };
  const rounds: number[] = [];
  let started = now();
  for await (const event of gather({ profile: PROFILE }, { ...deps, limits: { maxRounds: ROUNDS } }, NEVER)) {
    if (event.type === 'roundEnded') {
      rounds.push(now() - started);
      started = now();
    }
  }
  if (rounds.length !== ROUNDS) {
    throw new Error(`${rounds.length} rounds were played instead of ${ROUNDS}.`);
  }
  started = now();
  JSON.stringify(asked.at(-1)?.messages);
  return { rounds, request: now() - started };
}

const PROFILE: QueryProfile = {
  intent: 'question', complexity: 'COMPLEX', ambiguous: false, scope: {}, language: 'en', timeSensitive: false, codeSymbols: [], focuses: [], standaloneQuestion: QUESTION, confidence: 1,
};

/** Asks for something else each time. */
function modelOf(asked: ChatRequest[]): ChatModel {
  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    asked.push(request);
    await Promise.resolve();
    const query = ['vectors of the cache', 'attempts of a failed job', 'the lock of a process', 'the limit in the settings'][asked.length - 1] ?? 'more';
    yield { type: 'toolCalls', calls: [{ id: `call_${asked.length}`, name: 'searchDocs', arguments: JSON.stringify({ query }) }] };
    yield { type: 'usage', usage: { inputTokens: 2_000, outputTokens: 20 } };
  }
  return { name: 'bench', id: 'bench', stream };
}

/** Finds what it never found before. */
function libraryOf(turn: number, said: string): Library {
  let found = 0;
  const passage = (): Passage => {
    const n = ++found;
    const text = `${n}. ${said}`;
    return {
      path: `docs/part-${turn}/file-${n}.md`, kind: 'section', headings: ['Guide', `Part ${n}`], text, key: `${turn}-${n}`, score: 0.9, similarity: 0.6, relevance: 0.8, ranks: { keyword: 1, semantic: 2 },
      span: { start: 0, end: text.length, startLine: 1, endLine: 9 },
    };
  };
  return {
    search: async ({ k }) => ({ passages: Array.from({ length: Math.min(k, PASSAGES) }, passage), tiers: ['keyword', 'semantic'], stale: [] }),
    passagesOf: async () => [],
    findPaths: async () => [],
    relevanceTo: async () => undefined,
    readText: async () => undefined,
  };
}

function share(values: readonly number[], of: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(of * (values.length - 1))] ?? NaN;
}
