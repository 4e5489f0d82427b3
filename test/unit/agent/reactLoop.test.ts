import { expect, test } from 'vitest';
import { createScriptedModel, type ModelStep } from '../../support/scriptedModel';
import { callsIn, note, play, type Search } from './support';

const ROLES = note('owners.md', 'billing: Mei Lindqvist maintains it.');
const PEOPLE = note('people.md', 'Mei Lindqvist joined in 2019.');
const LIBRARY: Search = (query) => [...(query.includes('billing') ? [ROLES] : []), ...(query.includes('Mei') ? [PEOPLE] : [])];

function check(scripts: readonly (readonly ModelStep[])[], expected: readonly string[], search: Search = LIBRARY) {
  const model = createScriptedModel(scripts);
  return play({ model, search, dialect: { name: 'react' } }).then((played) => {
    expect(callsIn(played)).toEqual(expected);
    return { model, played };
  });
}

test('a model that cannot call tools gathers in text', async () => {
  const { model } = await check(
    [
      ['<thinking>\n1. The name first.\n</thinking>\n<action>searchDocs {"query": "billing maintainer"}</action>\n<observation>made up</observation>'],
      ['<thinking>1. Mei Lindqvist.</thinking><action>searchDocs(query="Mei Lindqvist joined")</action>'],
      ['<action>done</action>'],
    ],
    [
      '1 searchDocs {"query":"billing maintainer","topK":8}',
      '1 searchDocs ok 1 found, 1 new',
      '2 searchDocs {"query":"Mei Lindqvist joined","topK":8}',
      '2 searchDocs ok 1 found, 1 new',
      'gathered 2 in 3: enough',
    ],
  );
  const [, second] = model.requests;
  expect(second).toMatchObject({ stop: ['<observation>'] });
  expect(second?.tools).toBeUndefined();
  expect(second?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(second?.messages[2]?.content).toBe('<thinking>\n1. The name first.\n</thinking>\n<action>searchDocs {"query": "billing maintainer"}</action>');
  expect(second?.messages[3]?.content).toMatch(/^<observation>\nsearchDocs: <source-NONCE n="1" path="owners.md"[^]*<\/observation>$/);
});

test('an action that cannot be read is asked for once in its form; then gathering has failed', async () => {
  const bad = ['<action>搜索一下部署的文档</action>'];
  const { model } = await check([bad, ['<action>searchDocs {"query": "billing"}</action>'], ['<action>done</action>']], [
    '2 searchDocs {"query":"billing","topK":8}',
    '2 searchDocs ok 1 found, 1 new',
    'gathered 1 in 3: enough',
  ]);
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('<action>searchDocs {"query": "…"}</action>');
  const { played } = await check([bad, bad], ['gathered 0 in 2: failed']);
  expect(played.gathered.error).toMatchObject({ code: 'model.badResponse' });
});

test('several actions of one reply are made at once', async () => {
  await check(
    [['<action>searchDocs {"query": "billing"}</action><action>searchDocs {"query": "Mei"}</action>'], ['Done.']],
    [
      '1 searchDocs {"query":"billing","topK":8}',
      '1 searchDocs {"query":"Mei","topK":8}',
      '1 searchDocs ok 1 found, 1 new',
      '1 searchDocs ok 1 found, 1 new',
      'gathered 2 in 2: enough',
    ],
  );
});

test('an action that is no tool is answered with those that are', async () => {
  await check([['<action>lookUpPerson {"name": "Mei"}</action>'], ['<action>searchDocs: Mei</action>'], ['Done.']], [
    '1 lookUpPerson {"name":"Mei"}',
    '1 lookUpPerson refused 0 found, 0 new',
    '2 searchDocs {"query":"Mei","topK":8}',
    '2 searchDocs ok 1 found, 1 new',
    'gathered 1 in 3: enough',
  ]);
});

test('results are shorter than for a model that calls tools', async () => {
  const long = note('long.md', Array.from({ length: 400 }, (_, at) => `Sentence ${at} tells of billing.`).join(' '));
  const lengthOf = async (name: 'native' | 'react') => {
    const model = createScriptedModel([['<action>searchDocs {"query": "billing"}</action>'], ['Done.']]);
    await play({ model, search: () => [long], dialect: { name } });
    return model.requests[1]?.messages.at(-1)?.content.length ?? 0;
  };
  expect(await lengthOf('react')).toBeLessThan(0.7 * (await lengthOf('native')));
});
