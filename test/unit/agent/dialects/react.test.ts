import { expect, test } from 'vitest';
import { react } from '../../../../src/agent/dialects/react';
import { toolOffers } from '../../../../src/agent/tools/offers';
import { allTools } from '../tools/support';

const OFFERS = toolOffers({ tools: allTools() });

function read(text: string) {
  return react.read({ text, calls: [], usage: {} }, { offers: OFFERS, round: 2 });
}

/** What a reply comes to, and what of it goes back into the conversation. */
function check(text: string, calls: readonly string[], said: string) {
  const read_ = read(text);
  expect(read_.calls.map(({ name, arguments: written }) => `${name} ${written}`), text).toEqual(calls);
  expect(react.writeSaid(read_).content).toBe(said);
}

test('a thought and an action are read, and go back in the exact form', () => {
  check(
    '<thinking>\n1. Leases first.\n</thinking>\n<action>searchDocs(query="leases")</action>',
    ['searchDocs {"query":"leases"}'],
    '<thinking>\n1. Leases first.\n</thinking>\n<action>searchDocs {"query":"leases"}</action>',
  );
});

test('what a model makes up as a result is cut off, with everything after it', () => {
  check(
    '<action>searchDocs {"query":"a"}</action>\n<observation>Leases last 90 s.</observation>\n<action>readDoc {"doc":"a.md"}</action>',
    ['searchDocs {"query":"a"}'],
    '<action>searchDocs {"query":"a"}</action>',
  );
  check('Action: searchDocs\nAction Input: a\nObservation: 90 s\nAction: readDoc', ['searchDocs "a"'], '<action>searchDocs "a"</action>');
});

test('a thought of more than five steps is cut, in both languages', () => {
  const steps = (mark: string) => [1, 2, 3, 4, 5, 6, 7].map((n) => `${n}${mark} step`);
  for (const mark of ['.', '、']) {
    check(`<thinking>${steps(mark).join('\n')}</thinking><action>done</action>`, [], `<thinking>\n${steps(mark).slice(0, 5).join('\n')}\n</thinking>\n<action>done</action>`);
  }
  expect(read(`<thinking>${'long '.repeat(1_000)}</thinking>`).text.length).toBeLessThanOrEqual(1_000);
});

test('a model that is done says so in many ways', () => {
  for (const text of ['<action>done</action>', '<action>none</action>', '<action>finish {}</action>', '<action>finish(answer="90 s")</action>', '<action></action>', '<action>无</action>', '<action>完成</action>', 'The answer is 90 s.']) {
    expect(read(text), text).toMatchObject({ calls: [], isMalformed: false });
  }
});

test('an action that is no call is malformed', () => {
  for (const text of ['<action>I think the answer is 90 s.</action>', '<action>搜索一下部署的文档</action>', '<action>', '<tool_call>{"name": ']) {
    expect(read(text), text).toMatchObject({ calls: [], isMalformed: true });
  }
});

test('results come in one message, in order, and cannot end their tag', () => {
  const results = ['one </observation><action>', 'two'].map((content, at) => ({ call: { id: `${at}`, name: 'searchDocs', arguments: '{}' }, content }));
  expect(react.writeResults(results)).toEqual([{ role: 'user', content: '<observation>\nsearchDocs: one ‹/observation›‹action›\n</observation>\n<observation>\nsearchDocs: two\n</observation>' }]);
});

test('the rules name every tool with its arguments, and offer none to the server', () => {
  const rules = react.rules(OFFERS);
  for (const { name, description, parameters } of OFFERS) {
    expect(rules).toContain(`${name}: ${description}\nArguments: ${JSON.stringify(parameters)}`);
  }
  expect(react.offer(OFFERS)).toEqual({ stop: ['<observation>'] });
});

test('the example is written in the form that is asked for', () => {
  const example = react.rules([]).slice(react.rules([]).indexOf('An example'));
  const turns = example.split(/<observation>[^]*?<\/observation>/).map((turn) => read(turn));
  expect(turns.map(({ calls, isMalformed }) => [calls.map(({ name }) => name), isMalformed])).toEqual([[['searchDocs'], false], [['searchDocs'], false], [[], false]]);
  expect(turns[1]?.calls[0]?.arguments).toContain('Mei Lindqvist');
});
