import { afterEach, describe } from 'vitest';
import { createOpenAiModel } from '../../../src/adapters/openai/openAiModel';
import { calls as callsOf, createScriptedModel, SILENCE, type ModelStep } from '../../support/scriptedModel';
import { delta, DONE, event, HANG, startScriptedServer, type ScriptedServer } from '../../support/scriptedServer';
import { chatModelContract } from './chatModelContract';

const USAGE = { prompt_tokens: 7, completion_tokens: 3 };

describe('the model behind an API', () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.close());

  chatModelContract(async (calls) => {
    server = await startScriptedServer(
      calls.map(({ texts, silentAfterFirst, calls: names = [] }) => {
        const [first = '', ...rest] = texts;
        const called = names.map((name, index) => delta({ tool_calls: [{ index, id: `call_${index}`, function: { name, arguments: '{}' } }] }));
        const end = [...called, delta({}, names.length > 0 ? 'tool_calls' : 'stop'), event({ choices: [], usage: USAGE }), DONE];
        return { steps: [delta({ content: first }), ...(silentAfterFirst ? [HANG] : []), ...rest.map((content) => delta({ content })), ...end] };
      }),
    );
    return createOpenAiModel({ baseUrl: server.baseUrl, model: 'contract', apiKey: undefined });
  });
});

describe('the scripted model', () => {
  chatModelContract(async (calls) =>
    createScriptedModel(
      calls.map(({ texts, silentAfterFirst, calls: names = [] }): ModelStep[] => {
        const [first = '', ...rest] = texts;
        const called: ModelStep[] = names.length > 0 ? [callsOf(names.map((name) => [name, {}]))] : [];
        const usage: ModelStep = { type: 'usage', usage: { inputTokens: 7, outputTokens: 3 } };
        return [first, ...(silentAfterFirst ? [SILENCE] : []), ...rest, ...called, usage, { type: 'finish', reason: names.length > 0 ? 'toolCalls' : 'stop' }];
      }),
    ),
  );
});
