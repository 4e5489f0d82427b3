import { expect, test } from 'vitest';
import { looksSecret } from '../../../../../src/agent/tools/kinds/outgoing';
import type { Passage } from '../../../../../src/model/passage';
import { allTools, callOf, CONTEXT, deskOf, NEVER, passageOf, personWho, use } from '../support';

const DOCUMENT = '合同第十二条：乙方应当在每月五日之前向甲方支付全部服务费用，逾期按日加收。 The internal billing service keeps every customer ledger in the cluster named heron and replays it nightly.';

const PAGE = passageOf('Version 5 is out.', { path: 'https://example.org', origin: { kind: 'web', url: 'https://example.org', retrievedAt: '2026-01-01T00:00:00Z' } });

/** What leaves the machine, what the person was asked, and how it ends. */
async function search(query: string, { says = true, question = CONTEXT.question, found = [PAGE] as readonly Passage[] } = {}) {
  const consent = personWho(says);
  const sent: string[] = [];
  const web = { name: 'web', search: async (asked: string) => { sent.push(asked); return found; } };
  const context = { ...CONTEXT, question, held: () => [passageOf(DOCUMENT)] };
  const result = await use(allTools({ web, consent, context }), 'webSearch', { query });
  return { result, sent, asked: consent.asked };
}

test('the person sees the query before it is sent, and nothing is sent if they do not want it', async () => {
  const allowed = await search('node 24 release date');
  expect(allowed).toMatchObject({ result: { kind: 'ok', passages: [PAGE] }, sent: ['node 24 release date'], asked: ['webSearch: node 24 release date'] });
  const denied = await search('node 24 发布日期', { says: false });
  expect(denied).toMatchObject({ result: { kind: 'failed', message: expect.stringMatching(/did not allow/) as string }, sent: [], asked: ['webSearch: node 24 发布日期'] });
});

test('what looks like a secret is neither sent nor asked for', async () => {
  for (const query of [
    'why is sk-proj-abcdefghij1234567890 refused', 'ghp_abcdefghijklmnop1234 invalid', 'AKIAIOSFODNN7EXAMPLE access', 'password: hunter2!', 'api_key=a1b2c3d4e5', 'the token is abc123def',
    '密码是 Abc12345', '密钥：a8f5f167f44f4964', 'postgres://admin:s3cret@db/prod timeout', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi jwt', '-----BEGIN RSA PRIVATE KEY-----',
    'card 4111 1111 1111 1111 declined', '身份证 110101199003070015', 'a8f5f167f44f4964e6c998dee827110c', 'ｓｋ-proj-abcdefghij1234567890',
  ]) {
    expect({ query, ...(await search(query)) }).toMatchObject({ query, result: { failure: 'PARSE', message: expect.stringMatching(/was not sent/) as string }, sent: [], asked: [] });
  }
});

test('questions about secrets are no secrets', () => {
  for (const query of [
    'how to reset a password', 'password: how to change it', 'what is an api key', '数据库密码是什么', '如何轮换密钥', 'token bucket algorithm', 'node 24.1.0 changelog 2026', 'ERR_MODULE_NOT_FOUND',
    'Promise.withResolvers browser support', 'kubernetes v1.33 release notes', 'createReadableStreamFromReadableByteStreamController', 'https://example.org/a/b?c=d',
  ]) {
    expect(looksSecret(query), query).toBe(false);
  }
});

test('text of a document is not sent, unless it is the person\'s own', async () => {
  const english = 'service keeps every customer ledger in the cluster named heron and replays it';
  const chinese = '乙方应当在每月五日之前向甲方支付全部服务费用';
  for (const query of [english, english.toUpperCase(), chinese, `查一下 ${chinese}`]) {
    expect({ query, ...(await search(query)) }).toMatchObject({ query, result: { failure: 'PARSE', message: expect.stringMatching(/repeats text of a document/) as string }, sent: [], asked: [] });
    expect((await search(query, { question: `What about: ${query}?` })).sent).toEqual([query]);
  }
  expect((await search('customer ledger heron')).sent).toEqual(['customer ledger heron']);
  expect((await search('服务费用 逾期')).sent).toEqual(['服务费用 逾期']);
});

test('something pasted is no query', async () => {
  expect(await search('word '.repeat(60))).toMatchObject({ result: { failure: 'PARSE', message: expect.stringMatching(/too long for the web/) as string }, sent: [], asked: [] });
});

test('what is not from the web is no result of the web', async () => {
  expect((await search('node 24', { found: [passageOf('a file')] })).result).toMatchObject({ kind: 'failed', failure: 'TOOL_ERROR' });
  expect((await search('node 24', { found: Array.from({ length: 30 }, () => PAGE) })).result).toMatchObject({ passages: { length: 10 } });
});

test('a person who takes their time can still cancel', async () => {
  const person = new AbortController();
  const desk = deskOf(allTools({ consent: { remembered: () => undefined, ask: async () => new Promise(() => undefined) } }));
  const call = desk.read(callOf('webSearch', { query: 'node 24' }));
  const running = call.kind === 'ready' ? desk.run(call, person.signal) : Promise.resolve();
  person.abort();
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  expect(NEVER.aborted).toBe(false);
});
