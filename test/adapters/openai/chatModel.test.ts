import { afterEach, describe } from 'vitest';
import { createOpenAiModel } from '../../../src/adapters/openai/openAiModel';
import { createScriptedModel, SILENCE, type ModelStep } from '../../support/scriptedModel';
import { delta, DONE, event, HANG, startScriptedServer, type ScriptedServer } from '../../support/scriptedServer';
import { chatModelContract } from './chatModelContract';

const USAGE = { prompt_tokens: 7, completion_tokens: 3 };

describe('the model behind an API', () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.close());

  chatModelContract(async (calls) => {
    server = await startScriptedServer(
      calls.map(({ texts, silentAfterFirst }) => {
        const [first = '', ...rest] = texts;
        const end = [delta({}, 'stop'), event({ choices: [], usage: USAGE }), DONE];
        return { steps: [delta({ content: first }), ...(silentAfterFirst ? [HANG] : []), ...rest.map((content) => delta({ content })), ...end] };
      }),
    );
    return createOpenAiModel({ baseUrl: server.baseUrl, model: 'contract', apiKey: undefined });
  });
});

describe('the scripted model', () => {
  chatModelContract(async (calls) =>
    createScriptedModel(
      calls.map(({ texts, silentAfterFirst }): ModelStep[] => {
        const [first = '', ...rest] = texts;
        return [first, ...(silentAfterFirst ? [SILENCE] : []), ...rest, { type: 'usage', usage: { inputTokens: 7, outputTokens: 3 } }];
      }),
    ),
  );
});
