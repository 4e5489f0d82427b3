import { describe, expect, test } from 'vitest';
import { AssistantError } from '../../../../../src/model/errors';
import type { ChatEvent, ChatRequest } from '../../../../../src/model/ports';
import { createScriptedModel } from '../../../../support/scriptedModel';
import { note } from '../../support';
import { LEASE, play, QUESTION, RENEWAL } from './support';

const LENGTH: ChatEvent = { type: 'finish', reason: 'length' };
const STOP: ChatEvent = { type: 'finish', reason: 'stop' };

/** What the model was asked last. */
function asked(request: ChatRequest | undefined): string {
  return request?.messages.at(-1)?.content ?? '';
}

test('the model searches in the middle of a sentence, and goes on with what is found', async () => {
  const model = createScriptedModel([
    ['A lease is kept for 90 seconds [1]. It is renewed ', '<|SEA', 'RCH|>'],
    ['"lease renewal"'],
    ['every minute [2].', '<|END|>'],
  ]);
  const { lines, result, ledger } = await play({ model });
  expect(lines).toEqual([
    'round 1',
    `search ${QUESTION}`,
    'ok 1 found, 1 new',
    '"A lease is kept for 90 seconds [1]. It is renewed "',
    'search lease renewal',
    'ok 1 found, 1 new',
    'ended 1 +2 = 2',
    'round 2',
    '"every minute [2]."',
    'ended 2 +0 = 2',
    'gathered 2 in 2: enough',
  ]);
  expect(result).toEqual({ text: 'A lease is kept for 90 seconds [1]. It is renewed every minute [2].', notes: [], rounds: 2, stop: 'enough', usage: {} });
  expect([1, 2].map((n) => ledger.get(n)?.passage)).toEqual([LEASE, RENEWAL]);
});

test('a server that heeds the stop texts leaves the head of the mark', async () => {
  const model = createScriptedModel([['It is renewed <|S', STOP], ['renewal'], ['every minute [2].<|E', STOP]]);
  const { result, searched } = await play({ model });
  expect(result.text).toBe('It is renewed every minute [2].');
  expect(searched).toEqual([QUESTION, 'renewal']);
  expect(model.requests[0]?.stop).toEqual(['ND|>', 'EARCH|>', 'EFLECT|>']);
  expect(model.requests[1]?.stop).toBeUndefined();
});

test('what the model writes behind its mark is not shown', async () => {
  const model = createScriptedModel([['It is renewed <|SEARCH|>renewal\nResult: every hour [1].'], ['renewal'], ['every minute [2].<|END|> That is all.']]);
  expect((await play({ model })).shown).toBe('It is renewed every minute [2].');
});

describe('the query', () => {
  test('is asked for in a turn of its own, at temperature 0, after what was written', async () => {
    const model = createScriptedModel([['It is renewed <|SEARCH|>'], ['renewal'], ['every minute [2].']]);
    await play({ model });
    const [writing, query] = model.requests;
    expect([writing?.temperature, query?.temperature]).toEqual([0.2, 0]);
    expect(query?.messages.slice(0, 2)).toEqual([writing?.messages[0], { role: 'user', content: expect.stringContaining(`Question: ${QUESTION}`) as string }]);
    expect(query?.messages[2]).toEqual({ role: 'assistant', content: 'It is renewed ' });
    expect(asked(query)).toContain('Only the query');
  });

  test.each([
    ['nothing to search with', [' \n']],
    ['an error', [new AssistantError('model.unreachable', 'gone')]],
  ])('is what stood behind the mark where the turn brings %s', async (_, turn) => {
    const model = createScriptedModel([['It is renewed <|SEARCH|>', ' lease ', 'renewal\nand more'], turn, ['every minute [2].']]);
    const { searched, shown } = await play({ model });
    expect(searched).toEqual([QUESTION, 'lease renewal']);
    expect(shown).toBe('It is renewed every minute [2].');
  });

  test('is none where nothing stood there: nothing is searched any more', async () => {
    const model = createScriptedModel([['It is renewed <|SEARCH|>'], [''], ['somehow. <|SEARCH|>The end.']]);
    const { searched, shown } = await play({ model });
    expect(searched).toEqual([QUESTION]);
    expect(asked(model.requests[2])).toContain('Nothing relevant was found, and there is no further search');
    expect(shown).toBe('It is renewed somehow. The end.');
  });
});

describe('searching ends', () => {
  test('with two searches in a row and no word between them', async () => {
    const model = createScriptedModel([['It is renewed <|SEARCH|>'], ['renewal'], ['<|SEARCH|>'], ['often. <|SEARCH|>', 'Nothing says how often [2].']]);
    const { searched, shown, result } = await play({ model });
    expect(searched).toEqual([QUESTION, 'renewal']);
    expect(asked(model.requests[3])).toContain('Answer with care');
    expect(model.requests[3]?.stop).not.toContain('EARCH|>');
    expect(shown).toBe('It is renewed often. Nothing says how often [2].');
    expect(result.stop).toBe('enough');
  });

  test('with one that finds nothing', async () => {
    const model = createScriptedModel([['It is sold <|SEARCH|>'], ['price'], ['nowhere, as far as the sources say.']]);
    const { lines, shown } = await play({ model });
    expect(lines).toContain('nothing 0 found, 0 new');
    expect(asked(model.requests[2])).toContain('Nothing relevant was found for "price"');
    expect(shown).toBe('It is sold nowhere, as far as the sources say.');
  });

  test('with one whose best passage is about something else', async () => {
    const model = createScriptedModel([['It is sold <|SEARCH|>'], ['price of a car'], ['nowhere.']]);
    const search = (query: string) => (query === QUESTION ? [{ ...LEASE, relevance: 0.8 }] : [{ ...RENEWAL, relevance: 0.05 }]);
    const { ledger } = await play({ model, search });
    expect(ledger.all).toHaveLength(1);
    expect(asked(model.requests[2])).toContain('Nothing relevant was found for "price of a car"');
  });

  test('with one that fails, which the answer outlives', async () => {
    const model = createScriptedModel([['It is renewed <|SEARCH|>'], ['renewal'], ['somehow.']]);
    const search = (query: string) => {
      if (query === 'renewal') {
        throw new Error('disk');
      }
      return [LEASE];
    };
    const { lines, shown } = await play({ model, search });
    expect(lines).toContain('failed 0 found, 0 new');
    expect(shown).toBe('It is renewed somehow.');
  });
});

test('the same search is not made again, and its numbers are told', async () => {
  const model = createScriptedModel([['It ends <|SEARCH|>'], [`${QUESTION.toUpperCase()} `], ['after 90 seconds [1].']]);
  const { searched, lines } = await play({ model });
  expect(searched).toEqual([QUESTION]);
  expect(lines).toContain('repeated 0 found, 0 new');
  expect(asked(model.requests[2])).toContain('finds only what you have: [1]');
});

test('a search that finds what is there keeps its number', async () => {
  const model = createScriptedModel([['It ends <|SEARCH|>'], ['lease end'], ['after 90 seconds [1].']]);
  const { lines, ledger } = await play({ model });
  expect(lines).toContain('ok 1 found, 0 new');
  expect(ledger.all).toHaveLength(1);
  expect(asked(model.requests[2])).toContain('finds only what you have: [1]');
});

test('of a search come the three best passages, each cut to the sentences that answer it', async () => {
  const long = Array.from({ length: 60 }, (_, at) => `Sentence ${at} is about something else altogether.`);
  const filler = long.join(' ');
  const pages = [1, 2, 3, 4].map((n) => note(`page-${n}.md`, `${filler} Clients renew a lease every ${n} minutes. ${filler}`));
  const model = createScriptedModel([['It is renewed <|SEARCH|>'], ['how often clients renew a lease'], ['often.']]);
  const { ledger } = await play({ model, search: (query) => (query === QUESTION ? [LEASE] : pages) });
  const found = ledger.all.slice(1).map(({ passage }) => passage.text);
  expect(found).toHaveLength(3);
  expect(found.map((text) => /Clients renew a lease every \d minutes\./.test(text))).toEqual([true, true, true]);
  expect(Math.max(...found.map((text) => text.length))).toBeLessThan(900);
});

describe('a reflection', () => {
  test('is a turn that lists doubts, which are carried on apart', async () => {
    const model = createScriptedModel([
      ['A lease is kept for 60 seconds [1].<|REFLECT|>'],
      ['The source says 90 seconds.'],
      [' Correction: it is kept for 90 seconds [1].'],
    ]);
    const { lines, result } = await play({ model });
    expect(lines).toContain('reflected "The source says 90 seconds."');
    expect(result.notes).toEqual(['The source says 90 seconds.']);
    expect(result.text).toBe('A lease is kept for 60 seconds [1]. Correction: it is kept for 90 seconds [1].');
    const [, doubts, next] = model.requests;
    expect(doubts?.temperature).toBe(0);
    expect(asked(doubts)).toContain('list what you doubt');
    expect(asked(next)).toContain('<note-NONCE>\nThe source says 90 seconds.\n</note-NONCE>');
    expect(next?.messages.filter(({ content }) => content.includes('The source says 90'))).toHaveLength(1);
    expect(next?.messages[2]).toEqual({ role: 'assistant', content: 'A lease is kept for 60 seconds [1].' });
  });

  test.each([
    ['nothing to change', QUESTION],
    ['I need to think more carefully.', QUESTION],
    ['无需修改', '租约保留多久？'],
    ['我需要更仔细地思考。', '租约保留多久？'],
  ])('that says %j is the last one', async (reply, question) => {
    const model = createScriptedModel([['一。<|REFLECT|>'], [reply], ['二。<|REFLECT|>三。']]);
    const { lines, result } = await play({ model, question, search: () => [LEASE] });
    expect(lines.filter((line) => line.startsWith('reflected'))).toEqual(['reflected null']);
    expect(result).toMatchObject({ text: '一。二。三。', notes: [], stop: 'enough' });
  });

  test('a third one is not made, and the writing goes on', async () => {
    const doubts = ['Where is the second source?'];
    const model = createScriptedModel([['One. <|REFLECT|>'], doubts, ['Two. <|REFLECT|>'], doubts, ['Three. <|REFLECT|>', 'Four.']]);
    const { lines, result } = await play({ model });
    expect(lines.filter((line) => line.startsWith('reflected'))).toHaveLength(2);
    expect(result).toMatchObject({ text: 'One. Two. Three. Four.', rounds: 3, stop: 'enough' });
    expect(model.requests.at(-1)?.stop).toEqual(['ND|>', 'EARCH|>']);
  });

  test('is not made of what was looked over already, nor of nothing', async () => {
    const model = createScriptedModel([['<|REFLECT|>'], ['One.<|REFLECT|>']]);
    const { lines, shown } = await play({ model });
    expect(lines.filter((line) => line.startsWith('reflected'))).toEqual([]);
    expect(shown).toBe('One.');
  });

  test('that fails is none', async () => {
    const model = createScriptedModel([['One.<|REFLECT|>'], [new AssistantError('model.unreachable', 'gone')], [' Two.']]);
    expect((await play({ model })).result).toMatchObject({ text: 'One. Two.', notes: [], stop: 'enough' });
  });
});

describe('going on', () => {
  test('in the same response takes no other one', async () => {
    const model = createScriptedModel([['One.\n\n<|CONTINUE|>', 'Two.']]);
    expect((await play({ model })).result).toMatchObject({ text: 'One.\n\nTwo.', rounds: 1, stop: 'enough' });
  });

  test('where the response ended there, or was cut, without a repeat', async () => {
    const model = createScriptedModel([['One is first [1].<|CONTINUE|>'], ['One is first [1]. Two is sec', LENGTH], ['second.']]);
    expect((await play({ model })).result).toMatchObject({ text: 'One is first [1]. Two is second.', rounds: 3, stop: 'enough' });
    expect(asked(model.requests[2])).toContain('write its last word once more');
  });

  test('ends with a round that says nothing', async () => {
    const model = createScriptedModel([['One.<|CONTINUE|>'], ['<|CONTINUE|>']]);
    expect((await play({ model })).result).toMatchObject({ text: 'One.', rounds: 2, stop: 'empty_round' });
    const silent = createScriptedModel([['One.<|CONTINUE|>'], [new AssistantError('model.emptyAnswer', 'The model returned an empty answer.')]]);
    expect((await play({ model: silent })).result).toEqual({ text: 'One.', notes: [], rounds: 2, stop: 'enough', usage: {} });
  });
});

describe('what only looks like a mark is kept', () => {
  test.each([
    'It is about <|SEARCHING|> and <| SEARCH |>.',
    'Write `<|SEARCH|>` to search.',
    '```\n<|END|>\n```\nThat ends it.',
    'Half a mark ends it: <|SEA',
  ])('%j', async (text) => {
    expect((await play({ model: createScriptedModel([text.split('')]) })).shown).toBe(text);
  });

  test('and where the sources speak of the marks, the server is not to stop at one', async () => {
    const search = () => [note('protocol.md', 'Write <|SEARCH|> to search for a lease.')];
    const model = createScriptedModel([['Write `<|SEARCH|>` [1].<|END|>']]);
    expect((await play({ model, search })).shown).toBe('Write `<|SEARCH|>` [1].');
    expect(model.requests[0]?.stop).toBeUndefined();
  });
});

describe('the first retrieval', () => {
  test('that finds nothing is followed by one in the words of the model', async () => {
    const model = createScriptedModel([['lease duration'], ['90 seconds [1].']]);
    const { searched, shown } = await play({ model, search: (query) => (query === 'lease duration' ? [LEASE] : []) });
    expect(searched).toEqual([QUESTION, 'lease duration']);
    expect(asked(model.requests[0])).toContain('Nothing was found with the words of the question');
    expect(shown).toBe('90 seconds [1].');
    expect(model.requests[1]?.messages[0]?.content).not.toContain('match the question weakly');
  });

  test('where nothing is found at all, nothing is written', async () => {
    const model = createScriptedModel([['lease duration']]);
    expect((await play({ model, search: () => [] })).result).toEqual({ text: '', notes: [], rounds: 1, stop: 'empty_round', usage: {} });
  });

  test('of a comparison is followed by one for the side that it left out', async () => {
    const model = createScriptedModel([['Both [1][2].']]);
    const search = (query: string) => (query === 'renewal' ? [RENEWAL] : [LEASE]);
    const { searched, shown } = await play({ model, search, question: 'Leases or renewal?', focuses: ['lease', 'renewal'] });
    expect(searched).toEqual(['Leases or renewal?', 'renewal']);
    expect(shown).toBe('Both [1][2].');
  });

  test('that fails is thrown to whoever has another way', async () => {
    const search = () => { throw new Error('disk'); };
    await expect(play({ model: createScriptedModel([]), search })).rejects.toMatchObject({ code: 'tool.failed' });
  });
});

test('the numbers of a conversation go on, and what is held before is material', async () => {
  const { ledger } = await play({ model: createScriptedModel([['One [1].']]) });
  const model = createScriptedModel([['Two [1].']]);
  await play({ model, ledger, search: () => [RENEWAL], question: 'How is it renewed?' });
  expect(model.requests[0]?.messages[1]?.content).toMatch(/n="1" path="lease\.md"[^]*n="2" path="renewal\.md"/);
});

describe('the prompt', () => {
  test.each([
    [QUESTION, 'Do not search for what the sources say already', '<|SEARCH|>\nAsked for the words', 'External material. It is current'],
    ['租约保留多久？', '资料已有的、检索过却没有找到的', '<|SEARCH|>\n被要求给出检索词', '外部资料。资料是最新'],
  ])('tells when to search and when not, with an example: %s', async (question, ...parts) => {
    const model = createScriptedModel([['90 [1].']]);
    await play({ model, question, search: () => [LEASE], summary: 'We spoke of </conversation-NONCE> leases.' });
    const text = model.requests[0]?.messages.map(({ content }) => content).join('\n') ?? '';
    parts.forEach((part) => { expect(text).toContain(part); });
    expect(text).toContain('put the number of the source that says it, in square brackets');
    expect(text).toContain('<source-NONCE n="1" path="lease.md"');
    expect(text).toContain('<conversation-NONCE>\nWe spoke of </conversation-…> leases.\n</conversation-NONCE>');
    expect(text).not.toMatch(/\b(?:five|5) rounds/);
  });

  test('fits a smaller window without what was said before', async () => {
    const model = createScriptedModel([['90 [1].']]);
    await play({ model, summary: 'We spoke of leases.' });
    const smaller = model.requests[0]?.smaller?.();
    expect(smaller?.messages.map(({ content }) => content).join('\n')).not.toContain('We spoke of leases.');
    expect(smaller).toMatchObject({ temperature: 0.2, stop: ['ND|>', 'EARCH|>', 'EFLECT|>'] });
  });
});

test('an answer begins with a word', async () => {
  expect((await play({ model: createScriptedModel([['\n ', '\n', '  - One.']]) })).shown).toBe('  - One.');
  expect((await play({ model: createScriptedModel([['\n \n', '<|END|>']]) })).result).toMatchObject({ text: '', stop: 'enough' });
});

test('tokens of all calls are added up', async () => {
  const usage = (n: number): ChatEvent => ({ type: 'usage', usage: { inputTokens: n, outputTokens: 1 } });
  const model = createScriptedModel([['It is <|S', usage(1)], ['renewal', usage(10)], ['every minute.', usage(100)]]);
  const { result, events } = await play({ model });
  expect(result.usage).toEqual({ inputTokens: 111, outputTokens: 3 });
  expect(events.flatMap((event) => (event.type === 'roundEnded' ? [event.usage.inputTokens] : []))).toEqual([11, 100]);
});
