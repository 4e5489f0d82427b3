import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { beforeAll, expect, test } from 'vitest';
import { RESPONSE_MS } from '../../../src/agent/boundedModel';
import { GATHER_LIMITS } from '../../../src/agent/limits';
import { DEFAULT_RECOVERY, MAX_RECOVERY_MS } from '../../../src/agent/recovery/table';
import { TAG_LIMITS } from '../../../src/agent/dialects/tags/tagLimits';
import { citedNumbers } from '../../../src/answer/coverage';
import { AssistantError } from '../../../src/model/errors';
import type { TurnOutcome } from '../../../src/model/turn';
import type { MemoryLibrary } from '../../support/memoryLibrary';
import { memoryLibrary, wordReranker } from '../../support/memoryLibrary';
import type { AnyTurn } from './anyTurn';
import { ANY_TURN, PROTOCOL } from './anyTurn';
import type { PlayedTurn } from './anyTurnWorld';
import { playTurn } from './anyTurnWorld';

const FILES = {
  'retries.md': '# Retries\n\nA failed job is tried 5 times. It waits 30 seconds before the second try.\n\n## Limits\n\nThe limit of retries is 20.\n',
  'tokens.md': '# Tokens\n\nA token lives for 90 days. A lease of a token lives for 90 seconds.\n',
  'zh/令牌.md': '# 令牌\n\n令牌有效期为 90 天。租约每 90 秒续期一次。失败的任务最多重试 5 次。\n',
  // Long enough to be cut.
  'history.md': `# History of retries and tokens\n\n${Array.from({ length: 40 }, (_, at) => `In year ${at} a failed job had ${at} retries, and its tokens a lease of ${at} days.`).join(' ')}\n`,
  'protocol.md': '# Marks\n\nThe model writes `<|SEARCH|>` to search:\n\n```\n<|SEARCH|>\n<action>searchDocs {}</action>\n```\n',
};

let library: MemoryLibrary;
beforeAll(async () => {
  library = await memoryLibrary(FILES, wordReranker());
});

/** Times a call of a model is made: once, and again as often as the table lets it, its fallback included. */
const ATTEMPTS = 2 + Math.max(...Object.values(DEFAULT_RECOVERY).map(({ attempts }) => attempts));
/** One to understand, one to write. */
const OTHER_CALLS = 2;
/** Of checking: two to decide, two to reconsider, and two to decide again after each. */
const STRICT_CALLS = 8;
/** Two passes of checking, in ms. */
const STRICT_MS = 2 * 15_000;
/** What listing the notes may take, in ms. */
const NOTES_MS = 2_000;
/** A search in a part of the workspace may be made again in all of it. */
const SEARCHES_EACH = 2;
/** Of the fallback: the question, its things, its names. */
const ONE_SHOT_SEARCHES = 2 * 8;

/** A call is made again only if the one before took less than is left for recovery; the last one may take its whole time. */
const OTHER_MS = OTHER_CALLS * (MAX_RECOVERY_MS + RESPONSE_MS) + MAX_RECOVERY_MS;

function maxMs({ dialect, assurance }: AnyTurn): number {
  const loop = dialect === 'tags' ? TAG_LIMITS.totalMs : GATHER_LIMITS.totalMs;
  return OTHER_MS + NOTES_MS + loop + (assurance === 'strict' ? STRICT_MS : 0);
}

function maxCalls({ dialect, maxRounds, assurance }: AnyTurn): number {
  // A round of tags may ask for a query, or for doubts; one of the other dialects is one call, and there is one probe.
  const rounds = dialect === 'tags' ? 2 * TAG_LIMITS.maxRounds : maxRounds + 1;
  return ATTEMPTS * (OTHER_CALLS + rounds + (assurance === 'strict' ? STRICT_CALLS : 0));
}

function check(turn: AnyTurn, played: PlayedTurn): void {
  checkEnd(played);
  checkBounds(turn, played);
  checkTools(turn, played);
  checkShown(turn, played);
  const last = played.events.at(-1);
  if (last?.type === 'ended') {
    checkOutcome(last.outcome, played);
  }
}

function checkEnd({ events, error, cancelledAt, toldBefore, endedAt, time, listeners, open }: PlayedTurn): void {
  const isEnded = events.filter(({ type }) => type === 'ended').length;
  expect(isEnded, 'the end is told once').toBeLessThanOrEqual(1);
  if (error === undefined) {
    expect(events.at(-1)?.type).toBe('ended');
  } else {
    expect(error, 'an error of ours').toBeInstanceOf(AssistantError);
    expect((error as AssistantError).code === 'cancelled', `it threw ${(error as AssistantError).message}`).toBe(cancelledAt !== undefined);
  }
  if (cancelledAt !== undefined) {
    expect(endedAt, 'cancelled at once').toBe(cancelledAt);
    expect(events.length, 'nothing is told afterwards').toBe(toldBefore);
  }
  expect(time.pending, 'timers left').toBe(0);
  expect(listeners, 'listeners left').toBe(0);
  expect(open.filter(({ aborted }) => !aborted), 'work left under way').toEqual([]);
}

function checkBounds(turn: AnyTurn, { events, model, endedAt }: PlayedTurn): void {
  expect(model.requests.length, 'calls of the model').toBeLessThanOrEqual(maxCalls(turn));
  const rounds = events.filter(({ type }) => type === 'round').length;
  expect(rounds).toBeLessThanOrEqual(turn.dialect === 'tags' ? TAG_LIMITS.maxRounds : turn.maxRounds);
  expect(endedAt, 'time').toBeLessThanOrEqual(maxMs(turn));
}

function checkTools({ remembered, dialect, maxRounds }: AnyTurn, { done, agreed }: PlayedTurn): void {
  const calls = (dialect === 'tags' ? TAG_LIMITS.maxRounds : maxRounds) * GATHER_LIMITS.maxCalls;
  const made = done.filter((one) => one !== 'search');
  expect(made.length).toBeLessThanOrEqual(calls);
  expect(done.length).toBeLessThanOrEqual(SEARCHES_EACH * calls + ONE_SHOT_SEARCHES);
  const gated = made.filter((one) => one !== 'recallMemory');
  expect(gated.filter((one) => !agreed.includes(one)), 'done without a yes').toEqual([]);
  expect(remembered === 'never' ? gated : []).toEqual([]);
}

function checkShown({ question }: AnyTurn, { events }: PlayedTurn): void {
  let shown = '';
  let numbers = new Set<number>();
  for (const event of events) {
    if (event.type === 'evidence') {
      numbers = new Set(event.evidence.map(({ n }) => n));
    } else if (event.type === 'delta') {
      shown += event.text;
      expect([...citedNumbers(shown, () => true)].filter((n) => !numbers.has(n)), 'cited before it was shown').toEqual([]);
    }
  }
  const told = [question, ...events.flatMap((event) => (event.type === 'evidence' ? event.evidence.map(({ passage }) => passage.text) : []))];
  const marks = PROTOCOL.filter((mark) => !told.some((text) => text.includes(mark)));
  expect(marks.filter((mark) => proseOf(shown).includes(mark)), `protocol in ${JSON.stringify(shown)}`).toEqual([]);
}

function checkOutcome(outcome: TurnOutcome, { events, model }: PlayedTurn): void {
  const revised = events.findLast((event) => event.type === 'revised');
  expect(outcome.answer).toBe(revised?.answer ?? events.map((event) => (event.type === 'delta' ? event.text : '')).join(''));
  expect(outcome.answer.trim(), 'an answer').not.toBe('');
  const numbers = outcome.evidence.map(({ n }) => n);
  const cited = [...citedNumbers(outcome.answer, () => true)];
  expect(cited.filter((n) => !numbers.includes(n)), 'cited without evidence').toEqual([]);
  expect(outcome.citations.map(({ n }) => n).sort()).toEqual(cited.sort());
  for (const { path, origin, span, quote, check: found } of outcome.citations) {
    expect(found).toBe('verified');
    if (origin === undefined) {
      const text = FILES[path as keyof typeof FILES];
      // White space at the end of a line does not count.
      expect(text.slice(span.start, span.end).trimEnd()).toBe(quote.trimEnd());
      expect(text.split('\n').slice(span.startLine - 1, span.endLine).join('\n')).toContain(quote.trim());
    }
  }
  for (const { passage: { path, origin, span, text } } of outcome.evidence) {
    expect(origin === undefined ? FILES[path as keyof typeof FILES].slice(span.start, span.end) : text, 'evidence is what stands there').toBe(text);
  }
  expect(outcome.usage.outputTokens ?? 0).toBeLessThanOrEqual(model.used);
}

const markdown = new MarkdownIt();
markdown.core.ruler.disable('text_join');

/** What is no code, and not escaped. */
function proseOf(text: string): string {
  const inline = markdown.parse(text, {}).flatMap(({ children }) => children ?? []);
  return inline.map(({ type, content }) => (type === 'text' ? content : type === 'code_inline' || type === 'text_special' ? '\0' : '\n')).join('');
}

test('whatever a model says and tools do, a turn ends within its bounds, shows nothing but what it may, and leaves nothing behind', async () => {
  await fc.assert(fc.asyncProperty(ANY_TURN, async (turn) => {
    check(turn, await playTurn(turn, library));
  }), { numRuns: 400 });
}, 120_000);
