import { afterEach, expect, test } from 'vitest';
import { listOpenAiModels } from '../../../src/adapters/openai/listModels';
import { json, send, startScriptedServer, type ScriptedAnswer, type ScriptedServer } from '../../support/scriptedServer';

let server: ScriptedServer;
afterEach(() => server.close());

async function list(answer: ScriptedAnswer): Promise<readonly string[]> {
  server = await startScriptedServer([answer]);
  return listOpenAiModels({ baseUrl: server.baseUrl, apiKey: 'sk-tide-123456' });
}

test.each<[string, unknown]>([
  ['as OpenAI does', { object: 'list', data: [{ id: 'tide-2' }, { id: 'tide-1' }, { id: 'tide-1' }] }],
  ['as a bare list', [{ id: 'tide-1' }, { id: 'tide-2' }]],
  ['by name', { models: [{ name: 'tide-1' }, { name: 'tide-2' }, 3] }],
])('models that a server lists %s are sorted, each once', async (_name, body) => {
  expect(await list(json(200, body))).toEqual(['tide-1', 'tide-2']);
  expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/v1/models', headers: { authorization: 'Bearer sk-tide-123456' } });
});

test('a server that lists nothing offers nothing', async () => {
  expect(await list(json(200, { data: [] }))).toEqual([]);
  expect(await list({ steps: [send('<html>')] })).toEqual([]);
});

test.each([
  [401, 'model.unauthorized'],
  [404, 'model.notFound'],
  [500, 'model.badResponse'],
])('status %i fails as %s', async (status, code) => {
  await expect(list(json(status, { error: { message: 'No' } }))).rejects.toMatchObject({ code });
});

test('an address that is none is refused', async () => {
  await expect(listOpenAiModels({ baseUrl: 'localhost:1', apiKey: undefined })).rejects.toMatchObject({ code: 'config.invalid' });
});
