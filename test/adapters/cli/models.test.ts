import { expect, test, onTestFinished } from 'vitest';
import type { ScriptedAnswer } from '../../support/scriptedServer';
import { chatStream, delta, DONE, json, startScriptedServer } from '../../support/scriptedServer';
import { CORPUS, docmind, parsed, sharedIndex } from './docmind';

const index = sharedIndex();

const QUESTION = 'How long does the old token work after rotation?';

/** Asks with a scripted endpoint as the model. */
async function askModel(answers: readonly ScriptedAnswer[], env: Record<string, string> = {}, form: readonly string[] = ['--json']) {
  const server = await startScriptedServer(answers);
  onTestFinished(() => server.close());
  const run = await docmind(
    ['ask', CORPUS, QUESTION, ...form, '--base-url', server.baseUrl, '--model', 'scripted', '--index-dir', index()],
    env,
  );
  return { run, server };
}

test('a model gets numbered evidence and its markers become checked citations', async () => {
  const { run, server } = await askModel([chatStream('It works for 24 ', 'hours 【', '1】, [99]', ' as said.')], { DOCMIND_API_KEY: 'key-1' });
  expect(run.code).toBe(0);
  expect(parsed(run)).toMatchObject({
    answer: expect.stringContaining('It works for 24 hours [1]') as string,
    citations: [{ n: 1, check: 'verified' }],
    invalidRefs: 1,
    model: 'scripted',
  });
  const [request] = server.requests;
  expect(request?.headers.authorization).toBe('Bearer key-1');
  expect(JSON.stringify(request?.body)).toContain('docs/authentication.md');
});

test('a number that the cited lines do not state is marked', async () => {
  const { run } = await askModel([chatStream('The overlap is 99 hours [1].')]);
  expect(parsed(run).unsupported).toEqual([{ n: 1, sentence: expect.any(String) as string, missing: ['99'] }]);
});

/** Ends for a reason that is not its own. */
const ends = (text: string, reason: string): ScriptedAnswer => ({ steps: [...(text === '' ? [] : [delta({ content: text })]), delta({}, reason), DONE] });

test('an answer that the output limit cuts off says so below it', async () => {
  const answer = ends('The old token works for 24 hours [1]. Then it', 'length');
  const { run } = await askModel([answer], {}, []);
  expect(run.stdout).toMatch(/^The old token works for 24 hours \[1\]\. Then it\n\n\[1\] docs\/authentication\.md:[^]*The answer breaks off: the model reached its output limit\./u);
  expect(run.code).toBe(0);
  expect(parsed((await askModel([answer])).run)).toMatchObject({ cutBy: 'length' });
});

test('where a filter withholds the answer, it is extracted, and why is told in place of that no model is set up', async () => {
  const { run, server } = await askModel(Array.from({ length: 4 }, () => ends('', 'content_filter')), {}, []);
  expect(run.stdout).toMatch(/24 hours[^]*The language model did not answer, so this is extracted from your documents: The content filter of/u);
  expect(run.stdout).toContain(server.host);
  expect(run.stdout).not.toContain('no language model is set up');
  expect(run.code).toBe(0);
});

test('a key that is refused is said so, without showing it', async () => {
  const { run, server } = await askModel([json(401, { error: { message: 'bad key sk-very-secret' } })], { OPENAI_API_KEY: 'sk-very-secret' });
  expect(run.code).toBe(1);
  expect(parsed(run)).toMatchObject({ error: { code: 'model.unauthorized' } });
  expect(run.stderr).toContain(server.host);
  expect(run.stdout + run.stderr).not.toContain('sk-very-secret');
});

test('an endpoint that nobody serves is named', async () => {
  const server = await startScriptedServer([]);
  await server.close();
  const run = await docmind(['ask', CORPUS, QUESTION, '--json', '--base-url', server.baseUrl, '--model', 'm', '--index-dir', index()]);
  expect(run.code).toBe(1);
  expect(parsed(run)).toMatchObject({ error: { code: 'model.unreachable' } });
  expect(run.stderr).toContain(server.host);
});

test('an address that is none is refused before anything is indexed', async () => {
  const run = await docmind(['ask', CORPUS, QUESTION, '--json', '--base-url', 'ftp://x', '--model', 'm', '--index-dir', index()]);
  expect(run.code).toBe(1);
  expect(parsed(run)).toMatchObject({ error: { code: 'config.invalid' } });
});
