import { afterEach, expect, test } from 'vitest';
import { badArguments, citing, drifting, goodModel, hallucinatedTool, mind, prematureStop, spinning } from '../../support/namedModels';
import { readRound, startRounds, type RoundModel } from '../../support/scriptedRounds';
import type { ScriptedServer } from '../../support/scriptedServer';

let server: ScriptedServer;
afterEach(() => server.close());

interface Message {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly object[];
}

const TOOLS = [{ type: 'function', function: { name: 'searchDocs' } }];
const QUESTION: Message = { role: 'user', content: 'Who is in charge of leases?' };

async function ask(messages: readonly Message[], tools: readonly object[] = TOOLS): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify({ messages, tools }) });
  return { status: response.status, text: await response.text() };
}

/** What the model says in each of so many rounds, with what it then gets back. */
async function play(model: RoundModel, observations: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  server = await startRounds((asked) => {
    const line = model(asked);
    lines.push(line);
    return line;
  });
  const messages = [QUESTION];
  for (const content of [...observations, '']) {
    await ask(messages);
    messages.push({ role: 'assistant', content: '', tool_calls: [{}] }, { role: 'tool', content });
  }
  return lines;
}

test('a script is played line by line, and a request too many is refused', async () => {
  server = await startRounds('# a comment\n\n429 retry-after=1 Slow down\nsay Two\\nlines\n');
  expect(await ask([QUESTION])).toEqual({ status: 429, text: '{"error":{"message":"Slow down"}}' });
  const { text } = await ask([QUESTION]);
  expect(text).toMatch(/"content":"Two\\n".*"content":"lines".*"finish_reason":"stop".*"prompt_tokens".*\[DONE\]/s);
  expect(await ask([QUESTION])).toMatchObject({ status: 418 });
});

test('a line that is none, and a quirk that no server has, fail', () => {
  expect(() => readRound('speak up', 0)).toThrow('No line of a script: speak up');
  expect(() => readRound('as odd say x', 0)).toThrow('No quirk of a server: odd');
});

const source = (n: number, text: string): string => `<source-x1 n="${n}" path="a.md" lines="1-2">\n${text}\n</source-x1>`;

test('a good model builds its second query from what the first one found', async () => {
  const model = goodModel([{ line: 'call searchDocs {"query":"leases"}' }, { line: 'call searchDocs {"query":"$1"}', clue: /owned by (\w+)/ }]);
  expect(await play(model, [source(1, 'owned by Ada'), ''])).toEqual(['call searchDocs {"query":"leases"}', 'call searchDocs {"query":"Ada"}', 'say That is enough.']);
});

test('the failure modes are what they are called', async () => {
  expect(await play(spinning(['lease', 'rent']), ['', ''])).toEqual(['lease', 'rent', 'rent 2'].map((query) => `call searchDocs {"query":"${query}"}`));
  await server.close();
  expect(await play(prematureStop('lease'), [''])).toEqual(['call searchDocs {"query":"lease"}', 'say I have all that I need.']);
  await server.close();
  expect(await play(drifting('lease'), [source(1, 'A harbour has ships.')])).toEqual(['lease', 'harbour ships'].map((query) => `call searchDocs {"query":"${query}"}`));
  await server.close();
  expect(await play(hallucinatedTool('lease'), [''])).toEqual(Array(2).fill('call queryKnowledgeGraph {"query":"lease","depth":2}'));
  await server.close();
  expect((await play(badArguments('lease'), ['', '']))).toEqual(['call searchDocs {"query":"lease","topK":"five"}', 'call searchDocs {"query":""}', 'call searchDocs {"query": "lease']);
});

test('a mind answers where no tools are offered, with the numbers of what it saw, and does what is special first', async () => {
  server = await startRounds(mind({ gather: () => 'say gathering', answer: citing('Ada [{owned by}], [{no such}].'), special: [{ when: /JSON/, does: () => 'say {}' }] }));
  const seen: Message = { role: 'user', content: `${source(1, 'x')}\n${source(2, 'owned by Ada')}` };
  expect((await ask([seen], [])).text).toContain('"content":"[2], "');
  expect((await ask([seen], [])).text).toContain('"content":"[99]."');
  expect((await ask([{ role: 'system', content: 'Give JSON.' }, seen], [])).text).toContain('"content":"{}"');
  expect((await ask([seen])).text).toContain('"content":"gathering"');
});
