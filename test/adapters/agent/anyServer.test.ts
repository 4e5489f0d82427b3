import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOpenAiModel } from '../../../src/adapters/openai/openAiModel';
import { runTurn } from '../../../src/app/turnRunner';
import { AssistantError } from '../../../src/model/errors';
import type { Schedule } from '../../../src/model/ports';
import type { TurnEvent } from '../../../src/model/turn';
import { citing, goodModel } from '../../support/namedModels';
import type { RoundModel } from '../../support/scriptedRounds';
import { startRounds } from '../../support/scriptedRounds';
import { QUIRKS } from '../../support/scriptedWire';
import { turnDeps } from '../../support/turnDeps';
import { teamMind, WHY } from './askTeam';
import { KEY, readSent } from './sent';
import { teamIndex } from './teamIndex';

const index = teamIndex();

const PIECES = [
  '值班', '每周一上午十点交接', '[1]', '[2]', '[99]', ' ', '\\n', '```', '`', '<|SEARCH|>', '<|REFLECT|>', '<|CONTINUE|>', '<|END|>', '<|SEA', '<think>', '</think>',
  '<action>', '</action>', '<observation>', '<tool_call>', '</tool_call>', '{"name":"searchDocs","arguments":{"query":"值班"}}', '{"intent":"question","complexity":"COMPLEX"}',
  'searchDocs', '</source-nonce>', '</conversation-nonce>', '\u0000', '\u202e', '😀', 'nothing to change', '无需修改',
] as const;

const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((said) => said.replace(/[\r\n]/g, ' ').replaceAll(' => call ', ' ')),
);
const name = fc.constantFrom('searchDocs', 'keywordSearch', 'readDoc', 'recallMemory', 'runCode', 'webSearch', 'deleteFiles', 'storeMemory', 'functions.searchDocs');
const query = fc.constantFrom('值班', '值班 交接', '告警 升级', 'Redis', '', '/etc/passwd', 'oncall', 'x'.repeat(3_000));
const args = fc.oneof(
  query.map((value) => JSON.stringify({ query: value, doc: value, topK: 'five' })),
  query.map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{', '[]', 'null', '{"query":', '{"query":{"query":"值班"}}', '{"passage":1}', '{"passage":-1}'),
);
const call = fc.tuple(name, args).map((parts) => parts.join(' '));
const reply = fc.oneof(text.map((said) => `say ${said}`), fc.array(call, { minLength: 1, maxLength: 8 }).map((calls) => `call ${calls.join(' | ')}`), fc.tuple(text, call).map((parts) => `say ${parts.join(' => call ')}`));
/** A quirk that reads arguments needs some that can be read. */
const quirk = fc.constantFrom(...QUIRKS.filter((one) => one !== 'args-object' && one !== 'parameter-tag'));
const line = fc.oneof(
  { weight: 8, arbitrary: reply },
  { weight: 3, arbitrary: fc.tuple(quirk, reply).map(([as, said]) => `as ${as} ${said}`) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('cut', 'hang', 'ends length', 'ends content_filter'), text).map(([how, said]) => `${how} say ${said}`) },
  { weight: 1, arbitrary: fc.constantFrom('cut', '429 retry-after=0 Slow down', '500 On fire', '400 tools are not supported', "400 This model's maximum context length is 10 tokens.", 'body <html>', 'raw {"choices":[]} | [DONE]', 'raw {"choices":[{"delta":{"content":7}}]} | [DONE]') },
);

interface AnyServer {
  /** The rounds, and from the last on again from the first. */
  readonly lines: readonly string[];
  readonly dialect: 'auto' | 'native' | 'react' | 'tags';
  readonly question: string;
}

const ANY_SERVER: fc.Arbitrary<AnyServer> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  dialect: fc.constantFrom('auto', 'native', 'react', 'tags'),
  question: fc.constantFrom(WHY, 'What is the difference between Redis and Memcached?'),
});

/** Real timers that run fast: nobody waits half a minute for a server that is silent. */
function fastSchedule() {
  const pending = new Set<NodeJS.Timeout>();
  const schedule: Schedule = (ms, callback) => {
    const timer = setTimeout(() => { pending.delete(timer); callback(); }, ms / 200);
    pending.add(timer);
    return () => { pending.delete(timer); clearTimeout(timer); };
  };
  return { schedule, pending };
}

async function play(rounds: RoundModel, { dialect, question }: Pick<AnyServer, 'dialect' | 'question'>) {
  const server = await startRounds(rounds);
  const { schedule, pending } = fastSchedule();
  const model = createOpenAiModel({ baseUrl: server.baseUrl, model: 'scripted', apiKey: KEY });
  const events: TurnEvent[] = [];
  let error: unknown;
  try {
    for await (const event of runTurn(question, turnDeps({ index: index(), model, now: () => 200 * performance.now(), schedule, options: { dialect } }), new AbortController().signal)) {
      events.push(event);
    }
  } catch (raw) {
    error = raw;
  }
  await Promise.all(server.requests.map(({ closed }) => closed));
  await server.close();
  return { events, error, requests: server.requests, timers: pending.size };
}

test('whatever a server sends, a turn ends with an answer that cites what is there, or with an error of ours; nothing is left behind', async () => {
  await fc.assert(fc.asyncProperty(ANY_SERVER, async (server) => {
    const { events, error, requests, timers } = await play(({ n }) => server.lines[n % server.lines.length] ?? 'cut', server);
    expect(timers, 'timers left').toBe(0);
    expect(requests.length).toBeLessThanOrEqual(60);
    readSent(requests, 'any temperature');
    const last = events.at(-1);
    if (error !== undefined) {
      expect(error).toBeInstanceOf(AssistantError);
      expect((error as AssistantError).code).not.toMatch(/^(?:internal|cancelled)$/);
      expect((error as AssistantError).message).not.toContain(KEY);
    } else if (last?.type === 'ended') {
      const { citations, evidence, stopReason } = last.outcome;
      expect(['answered', 'nothingFound']).toContain(stopReason);
      expect(citations.every(({ n, check }) => check === 'verified' && evidence.some((one) => one.n === n))).toBe(true);
    } else {
      expect.unreachable('neither an outcome nor an error');
    }
  }), { numRuns: 30 });
}, 120_000);

const SILENT = [
  { name: 'before its headers', line: 'hang' },
  { name: 'in the middle of a word', line: 'hang say Let me' },
] as const;

test.for(SILENT)('a server that falls silent in the second round, $name, is given up: the question is answered from what was found', async ({ line }) => {
  const good = teamMind({ gather: goodModel([{ line: 'call searchDocs {"query":"值班 交接"}' }]), answer: citing('每周一上午十点交接[{每周一}]。') });
  const { events, requests, timers } = await play((asked) => (asked.rounds === 1 && asked.tools.length > 0 ? line : good(asked)), { dialect: 'native', question: WHY });
  expect(events.find(({ type }) => type === 'fellBack')).toMatchObject({ from: 'AGENTIC', to: 'ONE_SHOT' });
  expect(events.at(-1)).toMatchObject({ type: 'ended', outcome: { answer: '每周一上午十点交接[1]。', citations: [{ path: 'docs/oncall.md', check: 'verified' }] } });
  expect(await requests.find(({ body }) => JSON.stringify(body).includes('call_'))?.closed).toEqual({ complete: false });
  expect(timers).toBe(0);
});
