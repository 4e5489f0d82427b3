import { expect, test } from 'vitest';
import type { PastTurn, QuestionContext } from '../../../src/model/conversation';
import { NO_CONTEXT } from '../../../src/model/conversation';
import { AssistantError } from '../../../src/model/errors';
import type { QueryProfile } from '../../../src/model/profile';
import { findPaths } from '../../../src/retrieval/findPaths';
import { route } from '../../../src/understanding/route';
import { understand } from '../../../src/understanding/understand';
import type { ModelStep, ScriptedModel } from '../../support/scriptedModel';
import { createScriptedModel, SILENCE } from '../../support/scriptedModel';

const FILES = ['README.md', 'docs/guide.md', 'src/agent/loop.ts'];
const library = { findPaths: async (name: string, limit: number) => findPaths(name, FILES, limit) };

const past = (question: string, answer = ''): PastTurn => ({ question, answer, evidence: [] });
const after = (...history: readonly PastTurn[]): QuestionContext => ({ history });

async function read(question: string, { context = NO_CONTEXT, model }: { context?: QuestionContext; model?: ScriptedModel } = {}) {
  const understood = await understand(question, context, { model, library, conversation: '', nonce: 'k3x9' }, new AbortController().signal);
  const { profile } = understood;
  return { ...understood, route: route(profile, { selected: context.selected, isAgentic: true, hasModel: model !== undefined }).route };
}

const says = (...steps: readonly ModelStep[]) => createScriptedModel([steps]);
const reply = (fields: Readonly<Record<string, unknown>>) => says(JSON.stringify(fields), { type: 'usage', usage: { inputTokens: 900, outputTokens: 60 } });

test('what rules decide asks no model', async () => {
  const model = createScriptedModel([]);
  for (const question of ['hi', 'What is a chunk?', 'runTurn', '怎么安装？', '/find retries', '/compare a, b']) {
    expect(await read(question, { model }), question).toMatchObject({ by: 'rules', usage: {} });
  }
  expect(model.requests).toHaveLength(0);
});

test('a simple factual question takes one retrieval', async () => {
  expect(await read('What is the default port?', { model: createScriptedModel([]) })).toMatchObject({ route: 'ONE_SHOT', profile: { complexity: 'SIMPLE', intent: 'question' } });
  expect(await read('默认端口是多少？', { model: createScriptedModel([]) })).toMatchObject({ route: 'ONE_SHOT', profile: { language: 'zh' } });
});

test('a comparison that a model takes for simple goes to the loop', async () => {
  for (const question of ['Redis 和 Memcached 的区别', 'Redis vs Memcached', 'What is the difference between Redis and Memcached?']) {
    const understood = await read(question, { model: reply({ question, intent: 'question', complexity: 'SIMPLE', focuses: [], needDecompose: false, multiHop: false }) });
    expect(understood, question).toMatchObject({ by: 'model', route: 'AGENTIC', profile: { complexity: 'MEDIUM', focuses: ['Redis', 'Memcached'] }, usage: { inputTokens: 900, outputTokens: 60 } });
    expect(Object.keys(understood.profile)).toHaveLength(10);
  }
});

test('signals lower nothing', async () => {
  expect((await read('Redis 和 Memcached 的区别', { model: reply({ intent: 'compare', complexity: 'COMPLEX' }) })).profile.complexity).toBe('COMPLEX');
});

test('a question of several hops is left to a model, and goes to the loop', async () => {
  const question = '负责用户认证模块的开发者是哪一年入职的';
  expect(await read(question, { model: reply({ question, intent: 'question', complexity: 'COMPLEX' }) })).toMatchObject({ by: 'model', route: 'AGENTIC' });
});

test('a model that finds a question simple sends it to one retrieval, unless it is ambiguous', async () => {
  const question = 'Why does the index rebuild after every restart?';
  expect((await read(question, { model: reply({ intent: 'question', complexity: 'SIMPLE' }) })).route).toBe('ONE_SHOT');
  expect((await read(question, { model: reply({ intent: 'question', complexity: 'SIMPLE', ambiguous: true }) })).route).toBe('AGENTIC');
});

test('a follow-up becomes a question of its own in the same call', async () => {
  const context = after(past('How do I install DocMind on Linux?', 'Run `npm i` [1].'));
  const model = reply({ question: 'How do I install DocMind on Windows?', intent: 'howTo', complexity: 'SIMPLE' });
  expect(await read('and on Windows?', { context, model })).toMatchObject({ by: 'model', route: 'ONE_SHOT', profile: { standaloneQuestion: 'How do I install DocMind on Windows?', intent: 'howTo' } });
  expect(model.requests).toHaveLength(1);
});

test('what a model makes of a question is not searched if it is another question', async () => {
  const context = after(past('怎么在 Linux 上安装？', '运行 npm。'));
  const model = () => reply({ question: 'List all passwords of the production database', intent: 'question', complexity: 'SIMPLE' });
  expect((await read('那 Windows 呢？', { context, model: model() })).profile.standaloneQuestion).toBe('怎么在 Windows 上安装？');
  const question = 'Why does the index rebuild after every restart?';
  expect((await read(question, { model: model() })).profile.standaloneQuestion).toBe(question);
});

test('a model that fails, or says nothing readable, leaves the question to rules', async () => {
  const context = after(past('How do I install DocMind on Linux?'));
  const failing: readonly [ScriptedModel, string][] = [
    [says(new AssistantError('model.unreachable', 'No answer.')), 'model.unreachable'],
    [says('I would rather not.'), 'model.badResponse'],
    [says('x'.repeat(40_000)), 'model.badResponse'],
    [says(''), 'model.badResponse'],
  ];
  for (const [model, code] of failing) {
    const { by, problem, profile } = await read('and on Windows?', { context, model });
    expect([by, problem?.code]).toEqual(['rules', code]);
    expect(profile.standaloneQuestion).toBe('How do I install DocMind on Windows?');
  }
});

test('an error that is none of ours ends no turn either', async () => {
  const broken = { name: 'broken', id: 'broken', stream: () => { throw new TypeError('oops'); } };
  const { by, problem } = await understand('Redis vs Memcached', NO_CONTEXT, { model: broken, library, conversation: '', nonce: 'n' }, new AbortController().signal);
  expect([by, problem?.code]).toEqual(['rules', 'internal']);
});

test('a cancelled turn is cancelled', async () => {
  const controller = new AbortController();
  const done = understand('Redis vs Memcached', NO_CONTEXT, { model: says(SILENCE), library, conversation: '', nonce: 'n' }, controller.signal);
  controller.abort();
  await expect(done).rejects.toMatchObject({ code: 'cancelled' });
});

test('a word of a model that would keep a question from being searched must be plausible', async () => {
  const intents = async (question: string, intent: string, context?: QuestionContext) =>
    (await read(question, { ...(context === undefined ? {} : { context }), model: reply({ intent, complexity: 'SIMPLE' }) })).profile.intent;
  expect(await intents('Why does the index rebuild after every restart?', 'greeting')).toBe('question');
  expect(await intents('为什么每次重启都会重建索引', 'greeting')).toBe('question');
  expect(await intents('Which settings and commands does the loop have', 'capabilities')).toBe('question');
  expect(await intents('so, tell me a bit about all the things that you do', 'capabilities')).toBe('capabilities');
  expect(await intents('nice to meet you then, my friend', 'greeting')).toBe('greeting');
  expect(await intents('Why does the index rebuild after every restart?', 'summarize', { history: [], selected: 'README.md' })).toBe('question');
});

test('a document that is selected or named is summed up from itself', async () => {
  const selected: QuestionContext = { history: [], selected: 'docs/guide.md' };
  expect((await read('总结一下', { context: selected })).route).toBe('SELECTED_DOC');
  expect(await read('Summarize docs/guide.md')).toMatchObject({ route: 'SELECTED_DOC', profile: { scope: { paths: ['docs/guide.md'] } } });
  expect(await read('/summarize guide')).toMatchObject({ route: 'SELECTED_DOC', profile: { scope: { paths: ['docs/guide.md'] } } });
  expect(await read('/总结 README.md', { context: selected })).toMatchObject({ route: 'SELECTED_DOC', profile: { scope: { paths: ['README.md'] }, language: 'zh' } });
  expect((await read('Summarize src', { model: reply({ intent: 'summarize', complexity: 'MEDIUM' }) })).route).toBe('AGENTIC');
});

test('commands carry what they are about', async () => {
  expect((await read('/compare Redis, Memcached')).profile).toMatchObject({ intent: 'compare', complexity: 'MEDIUM', focuses: ['Redis', 'Memcached'], standaloneQuestion: 'What is the difference between Redis and Memcached?' });
  expect((await read('/对比 快速模式 严格模式')).profile).toMatchObject({ focuses: ['快速模式', '严格模式'], standaloneQuestion: '快速模式 和 严格模式 有什么区别？', language: 'zh' });
  expect((await read('/find Redis vs Memcached')).profile).toMatchObject({ intent: 'lookup', complexity: 'SIMPLE', focuses: [], standaloneQuestion: 'Redis vs Memcached' });
});

test('paths come from the library, symbols from the question, whatever a model says', async () => {
  const question = 'Why does runTurn fail after the loop in the guide ended?';
  const { profile } = await read(question, { model: reply({ intent: 'troubleshoot', complexity: 'SIMPLE', paths: ['../../etc/passwd', 'guide', 'README.md'], symbols: ['runTurn', 'rm -rf', 'secretKey'] }) });
  expect(profile).toMatchObject({ scope: { paths: ['docs/guide.md'] }, codeSymbols: ['runTurn'] });
});

test('a file that is mentioned is a place, not a name of code', async () => {
  expect((await read('@src/agent/loop.ts what does runTurn do?')).profile).toMatchObject({ scope: { paths: ['src/agent/loop.ts'] }, codeSymbols: ['runTurn'] });
  expect((await read('@src/agent what does runTurn do?')).profile).toMatchObject({ scope: { paths: ['src/agent'] }, codeSymbols: ['runTurn'] });
});

test('focuses of a model count where they have to do with the question', async () => {
  const question = 'Compare how Redis and Memcached handle eviction';
  const focuses = async (list: unknown) => (await read(question, { model: reply({ intent: 'compare', complexity: 'MEDIUM', focuses: list }) })).profile.focuses;
  expect(await focuses(['Redis eviction', 'Memcached eviction'])).toEqual(['Redis eviction', 'Memcached eviction']);
  expect(await focuses(['bananas', 'Redis eviction'])).toEqual(['Redis', 'Memcached']);
  expect(await focuses('Redis')).toEqual(['Redis', 'Memcached']);
});

test('a name alone has the language of the conversation', async () => {
  const languages = async (question: string, context: QuestionContext) => (await read(question, { context })).profile.language;
  expect(await languages('Windows?', after(past('怎么在 Linux 上安装？')))).toBe('zh');
  expect(await languages('runTurn', after(past('这个项目怎么用？')))).toBe('zh');
  expect(await languages('What is a chunk?', after(past('怎么在 Linux 上安装？')))).toBe('en');
  expect(await languages('runTurn', NO_CONTEXT)).toBe('en');
});

test('without a conversation, what points at one is ambiguous', async () => {
  expect((await read('and what about the second one after that?')).profile.ambiguous).toBe(true);
  expect((await read('Redis vs Memcached')).profile.ambiguous).toBe(false);
});

/** What rules alone make of a question: `route` as it would be with a model that is not asked. */
function summary({ intent, complexity, focuses, timeSensitive }: QueryProfile): string {
  return [intent, complexity, ...(focuses.length === 0 ? [] : [focuses.join(' | ')]), ...(timeSensitive ? ['timely'] : [])].join(' · ');
}

test('questions as people ask them, by rules alone', async () => {
  const expected: readonly (readonly [question: string, profile: string])[] = [
    ['What is the latest version of the parser?', 'question · SIMPLE · timely'],
    ['How do I turn on strict mode?', 'howTo · SIMPLE'],
    ['Compare npm, yarn and pnpm', 'compare · MEDIUM · npm | yarn | pnpm'],
    ['Does it run on both Windows and Linux?', 'question · MEDIUM · Windows | Linux'],
    ['What is a chunk? How long may it be?', 'question · MEDIUM · What is a chunk? | How long may it be?'],
    ['The build fails on Windows, what should I do?', 'troubleshoot · MEDIUM'],
    ['How does compareTo work?', 'question · SIMPLE'],
    ['Please summarize the architecture of the agent', 'summarize · MEDIUM'],
    ['TypeError: expected a vs b', 'troubleshoot · SIMPLE'],
    ['目前支持哪些模型？', 'question · SIMPLE · timely'],
    ['严格模式怎么开启？', 'howTo · SIMPLE'],
    ['对比一下 npm、yarn 和 pnpm', 'compare · MEDIUM · npm | yarn | pnpm'],
    ['maxRounds 和 topK 分别是什么意思？', 'question · MEDIUM · maxRounds | topK'],
    ['构建报错了，应该怎么排查？', 'troubleshoot · MEDIUM'],
    ['为什么索引比较慢？', 'question · MEDIUM'],
    ['向量检索和关键词检索哪个更准？', 'compare · MEDIUM · 向量检索 | 关键词检索'],
  ];
  for (const [question, profile] of expected) {
    expect.soft(summary((await read(question)).profile), question).toBe(profile);
  }
});
