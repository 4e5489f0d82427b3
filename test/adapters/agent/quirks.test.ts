import { expect, onTestFinished, test } from 'vitest';
import { schedule } from '../../../src/adapters/node/schedule';
import { createOpenAiModel } from '../../../src/adapters/openai/openAiModel';
import { runTurn } from '../../../src/app/turnRunner';
import type { TurnEvent } from '../../../src/model/turn';
import { citing, goodModel } from '../../support/namedModels';
import type { RoundModel } from '../../support/scriptedRounds';
import { startRounds } from '../../support/scriptedRounds';
import { QUIRKS } from '../../support/scriptedWire';
import { turnDeps } from '../../support/turnDeps';
import { teamMind } from './askTeam';
import { KEY, readSent } from './sent';
import { teamIndex } from './teamIndex';

/*
 * A turn over a real index and a real server, in this process: as many turns as there are ways in which servers deviate would
 * take a minute as processes of their own.
 */

const NEVER = new AbortController().signal;
const index = teamIndex();

const GOOD = teamMind({
  gather: goodModel([
    { line: 'call searchDocs {"query":"用户认证模块 负责人"} | readDoc {"doc":"docs/modules.md"}' },
    { line: 'call searchDocs {"query":"$1 入职时间"}', clue: /用户认证模块由(\p{Script=Han}{2})负责/u },
  ]),
  answer: citing('用户认证模块由张三负责 [{用户认证模块由张三}]。张三于 2019 年 3 月入职 [{2019 年 3 月}]。'),
});

async function ask(rounds: RoundModel, temperature: 'zero' | 'any temperature' = 'zero') {
  const server = await startRounds(rounds);
  onTestFinished(() => server.close());
  const model = createOpenAiModel({ baseUrl: server.baseUrl, model: 'scripted', apiKey: KEY });
  const events: TurnEvent[] = [];
  const deps = turnDeps({ index: index(), model, now: () => performance.now(), schedule });
  for await (const event of runTurn('负责用户认证模块的开发者是哪一年入职的？', deps, NEVER)) {
    events.push(event);
  }
  const last = events.at(-1);
  const outcome = last?.type === 'ended' ? last.outcome : undefined;
  return {
    sent: readSent(server.requests, temperature),
    calls: events.flatMap((event) => (event.type === 'toolCalled' ? [`${event.round} ${event.tool}`] : [])),
    told: {
      answer: outcome?.answer,
      route: outcome?.route,
      cited: outcome?.citations.map(({ path, span, check }) => `${path}:${span.startLine}-${span.endLine} ${check}`).sort(),
    },
  };
}

/** What every server's answer must be. */
const TOLD = {
  answer: expect.stringMatching(/^用户认证模块由张三负责 \[\d\]。张三于 2019 年 3 月入职 \[\d\]。$/) as string,
  route: 'AGENTIC',
  cited: ['docs/modules.md:1-13 verified', 'people/zhang-san.md:1-5 verified'],
};

test.for(QUIRKS)('a server that differs from OpenAI gives the same answer with the same citations: %s', async (quirk) => {
  // A server that is busy is so once.
  const rounds: RoundModel = (asked) => (quirk === 'error-200' && asked.n % 2 === 1 ? GOOD(asked) : `as ${quirk} ${GOOD(asked)}`);
  const { told, calls, sent } = await ask(rounds);
  expect(told).toEqual(TOLD);
  // Beside a call in its field, what looks like one in the text may be the same again: it is not made.
  expect(calls).toEqual(['1 searchDocs', ...(quirk === 'leftover-call' ? [] : ['1 readDoc']), '2 searchDocs']);
  expect(sent.every(({ text }) => !text.includes('Better look it up')), 'what a model thought is not sent back as text').toBe(true);
});

const REFUSALS = [
  { name: 'the temperature', refused: 'temperature', line: "400 Unsupported value: 'temperature' does not support 0 with this model." },
  { name: 'usage in the stream', refused: 'stream_options', line: '400 Unrecognized request argument supplied: stream_options' },
  { name: 'max_tokens', refused: 'max_tokens', line: "400 Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead." },
] as const;

test.for(REFUSALS)('a server that refuses $name is asked without it, once', async ({ refused, line }) => {
  let refusals = 0;
  const { told } = await ask((asked) => {
    const isRefused = refused in (asked.request.body as object);
    refusals += Number(isRefused);
    return isRefused ? line : GOOD(asked);
  }, 'any temperature');
  expect(told).toEqual(TOLD);
  expect(refusals).toBe(1);
});

test('a server that refuses the role of the system has the rules at the head of the first message', async () => {
  const { told } = await ask((asked) => {
    const { messages } = asked.request.body as { messages: { role: string; content: string }[] };
    const hasSystem = messages.some(({ role }) => role === 'system');
    return hasSystem ? '400 System role not supported' : GOOD({ ...asked, system: messages[0]?.content ?? '' });
  });
  expect(told).toEqual(TOLD);
});
