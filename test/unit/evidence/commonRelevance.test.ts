import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Search } from '../../../src/evidence/commonRelevance';
import { commonRelevance } from '../../../src/evidence/commonRelevance';
import { finalizeEvidence } from '../../../src/evidence/finalize';
import { placeOf } from '../../../src/evidence/sources';
import type { Passage } from '../../../src/model/passage';

interface Found {
  readonly path: string;
  readonly text: string;
  /** To the query that found it. */
  readonly own?: number | undefined;
  /** To the question. */
  readonly asked?: number | undefined;
  readonly web?: true;
}

function passageOf({ path, text, own, web }: Found): Passage {
  return {
    path, kind: 'section', headings: [], text, key: `${path} ${text}`, score: 1, similarity: 0.6, ranks: {},
    span: { start: 0, end: text.length, startLine: 1, endLine: 1 },
    ...(own === undefined ? {} : { relevance: own }),
    ...(web && { origin: { kind: 'web', url: path, retrievedAt: '2025-06-01T00:00:00Z' } }),
  };
}

function common(question: string, searches: readonly (readonly [query: string, ...found: readonly Found[]])[]) {
  const made: Search[] = searches.map(([query, ...found]) => ({ query, passages: found.map(passageOf) }));
  const all = searches.flatMap(([, ...found]) => found);
  const toQuestion = new Map(all.flatMap((found) => (found.asked === undefined ? [] : [[placeOf(passageOf(found)), found.asked] as const])));
  return commonRelevance(question, made, toQuestion);
}

/** What the passages are worth, by path. */
function check(question: string, searches: readonly (readonly [query: string, ...found: readonly Found[]])[], expected: Readonly<Record<string, number | undefined>>) {
  const { passages } = common(question, searches);
  expect(Object.fromEntries(passages.map(({ path, relevance }) => [path, relevance]))).toEqual(expected);
}

const OWNER = { path: 'team/owners.md', text: 'Ada Park owns the authentication module.', own: 0.8, asked: 0.6 };
const JOINED = { path: 'team/people.md', text: 'Ada Park: joined in 2019.', own: 0.9, asked: 0.01 };
const PIZZA = { path: 'notes/lunch.md', text: 'The best pizza in town is at the harbour.', own: 0.95, asked: 0.01 };
const QUESTION = 'In which year did the developer who owns the authentication module start?';

const 负责 = { path: '团队/模块.md', text: '张三负责用户认证模块的开发。', own: 0.8, asked: 0.6 };
const 入职 = { path: '团队/人员.md', text: '张三：2019 年 3 月加入公司。', own: 0.9, asked: 0.02 };
const 披萨 = { path: '笔记/午餐.md', text: '附近最好吃的披萨在港口。', own: 0.95, asked: 0.01 };
const 问题 = '负责用户认证模块的开发者是哪一年入职的';

test('the second step of two counts, for its query takes up what the first one found', () => {
  check(QUESTION, [['authentication module owner', OWNER], ['Ada Park hiring date', JOINED]], { [OWNER.path]: 0.9 * 0.8, [JOINED.path]: 0.9 * 0.9 });
  check(问题, [['用户认证模块 开发者', 负责], ['张三 加入公司', 入职]], { [负责.path]: 0.9 * 0.8, [入职.path]: 0.9 * 0.9 });
  check(问题, [['用户认证模块 开发者', 负责], ['张三 入职时间', 入职]], { [负责.path]: 0.9 * 0.8, [入职.path]: 0.9 * 0.9 });
});

test('what a query found that has nothing to do with the question counts for what it has to do with it', () => {
  check(QUESTION, [['authentication module owner', OWNER], ['best pizza in town', PIZZA]], { [OWNER.path]: 0.9 * 0.8, [PIZZA.path]: 0.01 });
  check(问题, [['用户认证模块 开发者', 负责], ['附近最好吃的披萨', 披萨]], { [负责.path]: 0.9 * 0.8, [披萨.path]: 0.01 });
});

test('where it was found first does not make it something to go on from', () => {
  const harbour = { path: 'harbour.md', text: 'The harbour opens at six.', own: 0.9, asked: 0.02 };
  check(QUESTION, [['best pizza in town', PIZZA], ['harbour opening hours', harbour]], { [PIZZA.path]: 0.01, [harbour.path]: 0.02 });
  const noise = { ...PIZZA, own: 0.01 };
  check(QUESTION, [['authentication module owner', noise], ['pizza harbour', harbour]], { [noise.path]: 0.01, [harbour.path]: 0.02 });
});

test('a step takes up the names of files, not their folders or endings', () => {
  const scheduler = { path: 'src/core/scheduler.ts', text: 'run()', own: 0.9, asked: 0.3 };
  const other = { path: 'x.md', text: 'Another text.', own: 0.9, asked: 0.02 };
  check(QUESTION, [['module', scheduler], ['scheduler', other]], { [scheduler.path]: 0.9 * 0.9, 'x.md': 0.9 * 0.9 });
  check(QUESTION, [['module', scheduler], ['core ts', other]], { [scheduler.path]: 0.9 * 0.9, 'x.md': 0.02 });
});

test('the question itself searched: nothing changes, whether it is judged again or not', () => {
  const found = { ...OWNER, asked: OWNER.own };
  const { asked: _, ...unasked } = found;
  check(QUESTION, [[QUESTION, found]], { [OWNER.path]: 0.8 });
  check(QUESTION, [[QUESTION, unasked]], { [OWNER.path]: 0.8 });
  expect(common(QUESTION, [[QUESTION, unasked]])).toEqual({ passages: [passageOf(unasked)], queries: [] });
  check('What is it?', [['What is it?', unasked]], { [OWNER.path]: 0.8 });
});

test('what fits the question better than its query counts as that', () => {
  check(QUESTION, [['module', { ...OWNER, own: 0.1, asked: 0.7 }]], { [OWNER.path]: 0.7 });
});

test('a question in one script, a query in the other: documents stand for themselves, the web does not', () => {
  const page = { ...PIZZA, path: 'https://pizza.example', web: true } as const;
  check(问题, [['authentication module owner', OWNER], ['Ada Park start', JOINED]], { [OWNER.path]: 0.9 * 0.8, [JOINED.path]: 0.9 * 0.9 });
  check(QUESTION, [['用户认证模块', 负责]], { [负责.path]: 0.9 * 0.8 });
  check(问题, [['best pizza in town', page]], { [page.path]: 0.01 });
});

test('a document read by its name, which was held against nothing, counts for the question or stands behind', () => {
  const read = (asked: number) => ({ path: 'team/ada.md', text: 'She joined in 2019.', asked });
  check(QUESTION, [['authentication module', OWNER], [QUESTION, read(0.4)]], { [OWNER.path]: 0.9 * 0.8, 'team/ada.md': 0.4 });
  check(QUESTION, [['authentication module', OWNER], [QUESTION, read(0.01)]], { [OWNER.path]: 0.9 * 0.8, 'team/ada.md': undefined });
});

test('where nothing can judge, what has strayed needs a word of the question, and its cosine counts for nothing', () => {
  const unjudged = ({ path, text }: Found): Found => ({ path, text });
  const lunch = { path: 'lunch.md', text: 'The developer pizza is the best in town.' };
  const { passages } = common(QUESTION, [['authentication module owner', unjudged(OWNER)], ['best pizza in town', unjudged(PIZZA), lunch], ['Ada Park hiring date', unjudged(JOINED)]]);
  expect(passages.map(({ path, similarity }) => [path, similarity])).toEqual([[OWNER.path, 0.6], ['lunch.md', undefined], [JOINED.path, 0.6]]);
});

test('evidence is chosen and graded by what the passages are worth for the question', () => {
  const finalize = (question: string, searches: Parameters<typeof common>[1]) => {
    const { passages, queries } = common(question, searches);
    const { passages: chosen, grade } = finalizeEvidence(passages, { question, queries });
    return [chosen.map(({ path }) => path), grade];
  };
  const strayed = ['best pizza in town', PIZZA] as const;
  expect(finalize(QUESTION, [['authentication module owner', OWNER], strayed, ['Ada Park hiring date', JOINED]])).toEqual([[JOINED.path, OWNER.path], 'HIGH']);
  expect(finalize(问题, [['用户认证模块 开发者', 负责], ['附近最好吃的披萨', 披萨], ['张三 入职时间', 入职]])).toEqual([[入职.path, 负责.path], 'HIGH']);
  expect(finalize(QUESTION, [strayed])).toEqual([[], 'LOW']);
});

test('a passage that is cut keeps what the second step was about', () => {
  const lake = Array.from({ length: 40 }, (_, at) => `The lake ${at} is deep.`).join('\n');
  const long = { path: 'people.md', text: `${lake}\nAda Park was born in Oslo.\n${lake}`, own: 0.9, asked: 0.01 };
  const { passages, queries } = common(QUESTION, [['authentication module owner', OWNER], ['Ada Park', long]]);
  expect(queries).toEqual(['authentication module owner', 'Ada Park']);
  const { passages: chosen } = finalizeEvidence(passages, { question: QUESTION, queries, maxTokens: 120 });
  expect(chosen.find(({ path }) => path === 'people.md')?.text).toContain('born in Oslo');
});

test('nothing gets more than its query or the question gives it, and what is given is not changed', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const found = fc.record({ path: fc.constantFrom('a.md', 'b.md', '甲.md'), text: fc.constantFrom('alpha beta', 'gamma', '甲乙丙', ''), own: fc.option(share, { nil: undefined }), asked: fc.option(share, { nil: undefined }) });
  const query = fc.constantFrom('alpha', 'gamma delta', '甲乙', 'nothing', '', 'alpha question');
  fc.assert(
    fc.property(fc.array(fc.tuple(query, fc.array(found, { maxLength: 4 })), { maxLength: 5 }), (searches) => {
      const made = searches.map(([asked, list]) => ({ query: asked, passages: list.map(passageOf) }));
      const toQuestion = new Map(searches.flatMap(([, list]) => list.flatMap((one) => (one.asked === undefined ? [] : [[placeOf(passageOf(one)), one.asked] as const]))));
      const before = structuredClone(made);
      const { passages } = commonRelevance('alpha question', made, toQuestion);
      expect(made).toEqual(before);
      expect(passages.length).toBeLessThanOrEqual(made.flatMap((one) => one.passages).length);
      for (const passage of passages) {
        const same = made.flatMap((one) => one.passages).filter((one) => one.key === passage.key);
        expect(passage.relevance ?? 0).toBeLessThanOrEqual(Math.max(toQuestion.get(placeOf(passage)) ?? 0, ...same.map(({ relevance }) => relevance ?? 0)));
      }
    }),
  );
});
