import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WORDING } from '../../../../../src/agent/dialects/tags/asking/wording';
import { TAGS, writeTag } from '../../../../../src/agent/dialects/tags/scanning/tags';
import { TagScanner } from '../../../../../src/agent/dialects/tags/scanning/tagScanner';
import { TAG_LIMITS } from '../../../../../src/agent/dialects/tags/tagLimits';
import { estimateTokens } from '../../../../../src/chunking/estimateTokens';
import { AssistantError } from '../../../../../src/model/errors';
import type { ChatEvent, ChatModel } from '../../../../../src/model/ports';
import type { ManualSchedule } from '../../../../support/manualSchedule';
import { splitSentences } from '../../../../../src/util/sentences';
import { createScriptedModel, type ModelStep, SILENCE } from '../../../../support/scriptedModel';
import { LEASE, play, type Played } from './support';

const ENDING = 'Feel free to ask for the rest: the answer breaks off here, at its limit.';
const LENGTH: ChatEvent = { type: 'finish', reason: 'length' };
const GONE = new AssistantError('model.unreachable', 'gone');

/** A model that answers every call alike, without end. */
function always(...script: readonly ModelStep[]) {
  return createScriptedModel(Array.from({ length: 100 }, () => script));
}

/** A model that says so for each call, by its number from 0. */
function modelOf(say: (n: number) => AsyncIterable<ChatEvent>): ChatModel {
  let n = 0;
  return { name: 'odd', id: 'odd', stream: () => say(n++) };
}

describe('rounds', () => {
  test('are used up by a model that always goes on; a whole sentence needs no ending', async () => {
    const model = createScriptedModel([1, 2, 3, 4, 5, 6].map((n) => [`Part ${n}.\n<|CONTINUE|>`]));
    const { result, shown } = await play({ model });
    expect(result).toMatchObject({ rounds: 5, stop: 'max_rounds' });
    expect(shown).toBe('Part 1.\nPart 2.\nPart 3.\nPart 4.\nPart 5.\n');
    expect(model.requests).toHaveLength(5);
  });

  test('where the last one is cut, code says so, and nothing is taken back', async () => {
    const model = createScriptedModel(['One. Tw', 'Two. Thr', 'Three. Fo', 'Four. Fi', 'Five and'].map((text) => [text, LENGTH]));
    const { result, shown } = await play({ model });
    expect(shown).toBe(`One. Two. Three. Four. Five and …\n\n${ENDING}`);
    expect(result).toMatchObject({ text: shown, rounds: 5, stop: 'max_rounds' });
  });

  test('code that is open there is closed first', async () => {
    const cut = async (text: string) => (await play({ model: createScriptedModel([[text, LENGTH]]), limits: { maxRounds: 1 } })).shown;
    expect(await cut('```sh\nnpm ci')).toBe(`\`\`\`sh\nnpm ci\n\`\`\`\n\n${ENDING}`);
    expect(await cut('Run `npm')).toBe(`Run \`npm\` …\n\n${ENDING}`);
    expect(await cut('It ends.')).toBe(`It ends.\n\n${ENDING}`);
    expect(await cut('It ends <|SEA')).toBe(`It ends  …\n\n${ENDING}`);
  });

  test('in the last one no search is asked for, and a mark for one only says that something is missing', async () => {
    const model = createScriptedModel([['It is kept for <|SEARCH|>']]);
    const { result, searched } = await play({ model, limits: { maxRounds: 1 } });
    expect(searched).toHaveLength(1);
    expect(model.requests[0]?.stop).toEqual(['ND|>']);
    expect(model.requests[0]?.messages.at(-1)?.content).toContain('bring the answer to its end');
    expect(result).toMatchObject({ text: `It is kept for  …\n\n${ENDING}`, stop: 'max_rounds' });
  });

  test('the ending states nothing that a source would have to say', () => {
    const states = Object.values(WORDING).flatMap(({ ending }) => splitSentences(ending)).filter(({ isSubstantive }) => isSubstantive);
    expect(states).toEqual([]);
  });

  test('the ending is in the language of the question', async () => {
    const model = createScriptedModel([['租约保留', LENGTH]]);
    const { shown } = await play({ model, question: '租约保留多久？', search: () => [LEASE], limits: { maxRounds: 1 } });
    expect(shown).toBe('租约保留 …\n\n请随时追问其余部分：回答已到上限，在此中断。');
  });
});

describe('tokens', () => {
  test('a model that does not stop is stopped in every round', async () => {
    const model = modelOf(async function* (n) {
      for (let at = 0; ; at++) {
        await Promise.resolve();
        yield { type: 'text', text: ` word${n}x${at}` };
      }
    });
    const { result, shown } = await play({ model, limits: { roundTokens: 100 } });
    expect(result).toMatchObject({ rounds: 5, stop: 'max_rounds' });
    expect(estimateTokens(shown)).toBeLessThanOrEqual(5 * 100 + estimateTokens(ENDING) + 5);
  });

  test('so is one that says everything at once, nothing at all, or only marks', async () => {
    for (const text of ['word '.repeat(100_000), '', '<|CONTINUE|>', '<|SEARCH|>', ' ']) {
      const model = modelOf(async function* () {
        for (let at = 0; at < 1e7; at++) {
          yield { type: 'text', text };
        }
      });
      const { result } = await play({ model, limits: { roundTokens: 20 } });
      expect(result.rounds).toBeLessThanOrEqual(5);
      expect(estimateTokens(result.text)).toBeLessThanOrEqual(5 * 20 + estimateTokens(ENDING) + 5);
    }
  });
});

describe('time', () => {
  test('ends an answer that is begun, and what was written stands', async () => {
    const { result, shown } = await play({
      model: createScriptedModel([['It is kept', SILENCE]]),
      onEvent: (event, schedule) => {
        if (event.type === 'text' && event.text === 'It is kept') {
          schedule.elapse();
        }
      },
    });
    expect(result).toMatchObject({ stop: 'time', rounds: 1 });
    expect(shown).toBe(`It is kept …\n\n${ENDING}`);
  });

  test('before any text it is an error, for whoever has another way', async () => {
    const played = play({ model: always(SILENCE), onEvent: (event, schedule) => { if (event.type === 'toolDone') { setImmediate(() => { schedule.elapse(); }); } } });
    await expect(played).rejects.toMatchObject({ code: 'model.emptyAnswer' });
  });

  test('ends a model that does not heed it', async () => {
    const deaf = modelOf(async function* (n) {
      yield { type: 'text', text: `Part ${n}` };
      await new Promise(() => undefined);
    });
    const { result } = await play({ model: deaf, onEvent: (event, schedule) => { if (event.type === 'text') { setImmediate(() => { schedule.elapse(); }); } } });
    expect(result.stop).toBe('time');
  });
});

describe('a failure', () => {
  test('after text was shown ends the answer with it', async () => {
    const { result, shown } = await play({ model: createScriptedModel([['It is ke', GONE]]) });
    expect(result).toEqual({ text: 'It is ke', notes: [], rounds: 1, stop: 'failed', usage: {}, error: GONE });
    expect(shown).toBe('It is ke');
  });

  test('in a later round too, with what was held back and without half a mark', async () => {
    const model = createScriptedModel([['It is kept for some time.<|SEARCH|>'], ['renewal'], ['It is kept <|SEA', GONE]]);
    expect((await play({ model })).result).toMatchObject({ text: 'It is kept for some time. It is kept ', stop: 'failed', error: GONE });
  });

  test('before any text is thrown, whatever it is', async () => {
    await expect(play({ model: createScriptedModel([[GONE]]) })).rejects.toBe(GONE);
    const broken = modelOf(() => { throw new TypeError('x is not a function'); });
    await expect(play({ model: broken })).rejects.toThrow('x is not a function');
  });
});

describe('a cancel', () => {
  const stopAt = (isPlace: (event: { readonly type: string }) => boolean) => {
    const person = new AbortController();
    return { signal: person.signal, onEvent: (event: { readonly type: string }) => { if (isPlace(event)) { person.abort(); } } };
  };

  test.each(['round', 'toolCalled', 'toolDone', 'text', 'reflected', 'roundEnded'])('at %s stops at once, and leaves no wait', async (place) => {
    const model = createScriptedModel([['One. <|REFLECT|>'], ['The source says 90 seconds.'], ['Two. <|SEARCH|>'], ['renewal'], ['Three.']]);
    let time: ManualSchedule | undefined;
    const { signal, onEvent } = stopAt(({ type }) => type === place);
    const played = play({ model, signal, onEvent: (event, schedule) => { time = schedule; onEvent(event); } });
    await expect(played).rejects.toMatchObject({ code: 'cancelled' });
    expect(time?.pending).toEqual([]);
  });

  test('stops a model and a search that do not heed it', async () => {
    const deaf = modelOf(async function* () {
      yield { type: 'text', text: 'One' };
      await new Promise(() => undefined);
    });
    await expect(play({ model: deaf, ...stopAt(({ type }) => type === 'text') })).rejects.toMatchObject({ code: 'cancelled' });
    const search = () => new Promise<never>(() => undefined);
    const person = new AbortController();
    const played = play({ model: always('One'), search, signal: person.signal, onEvent: () => { setImmediate(() => { person.abort(); }); } });
    await expect(played).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('ends the response of the model, as does whoever reads no further', async () => {
    let open = 0;
    const counting = modelOf(async function* () {
      open++;
      try {
        for (;;) {
          await new Promise(setImmediate);
          yield { type: 'text', text: 'word ' };
        }
      } finally {
        open--;
      }
    });
    await expect(play({ model: counting, ...stopAt(({ type }) => type === 'text') })).rejects.toMatchObject({ code: 'cancelled' });
    await play({ model: counting, limits: { roundTokens: 10 } });
    await new Promise(setImmediate);
    expect(open).toBe(0);
  });
});

const piece = fc.oneof(
  fc.constantFrom(...TAGS.map(writeTag), 'It is kept. ', 'It is', ' kept', '\n', '```', '`', '<|', 'SEARCH|>', '<|S', 'renewal', 'lease', 'nothing to change', '租约。', '[1]'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const step = fc.oneof(
  { weight: 12, arbitrary: piece },
  { weight: 1, arbitrary: fc.constantFrom<ModelStep>(LENGTH, { type: 'finish', reason: 'stop' }, GONE, { type: 'usage', usage: { outputTokens: 1 } }, { type: 'toolCalls', calls: [] }) },
);
const scripts = fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 16 });

/** Every bound, of any answer that came. */
function withinBounds({ result, shown, searched, events, schedule }: Played, requests: number): void {
  const reflections = events.filter(({ type }) => type === 'reflected').length;
  expect(result.rounds).toBeLessThanOrEqual(TAG_LIMITS.maxRounds);
  expect(reflections).toBeLessThanOrEqual(TAG_LIMITS.maxReflections);
  expect(searched.length).toBeLessThanOrEqual(TAG_LIMITS.maxRounds + 1);
  expect(new Set(searched).size).toBe(searched.length);
  expect(requests).toBeLessThanOrEqual(2 * TAG_LIMITS.maxRounds);
  expect(result.text).toBe(shown);
  expect(result.notes.length).toBeLessThanOrEqual(reflections);
  expect(events.at(-1)).toMatchObject({ type: 'gathered', stop: result.stop, rounds: result.rounds });
  expect(schedule.pending).toEqual([]);
}

test('whatever a model says, the answer ends within its bounds, and shows no mark', async () => {
  await fc.assert(fc.asyncProperty(scripts, fc.boolean(), async (script, isFound) => {
    const model = createScriptedModel(script);
    const played = await play({ model, search: () => (isFound ? [LEASE] : []) }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(AssistantError);
      return undefined;
    });
    if (played !== undefined) {
      withinBounds(played, model.requests.length);
      const parts = [...new TagScanner().push(`${played.shown}.`)];
      expect(parts.filter((part) => 'tag' in part)).toEqual([]);
    }
  }), { numRuns: 300 });
});

test('what one response says is shown whole, however it comes, but for its marks', async () => {
  const bare = (text: string) => text.replace(/\s/g, '');
  await fc.assert(fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
    const text = `x${pieces.join('')}.`;
    const scanner = new TagScanner();
    const parts = [...scanner.push(text), ...scanner.end('whole')];
    const end = parts.findIndex((part) => 'tag' in part && part.tag === 'END');
    const expected = parts.slice(0, end === -1 ? undefined : end).map((part) => ('text' in part ? part.text : '')).join('');
    // Nothing but END is heeded in the only round.
    const { result } = await play({ model: createScriptedModel([['x', ...pieces, '.']]), limits: { maxRounds: 1 } });
    expect(bare(result.text).startsWith(bare(expected))).toBe(true);
  }), { numRuns: 300 });
});
