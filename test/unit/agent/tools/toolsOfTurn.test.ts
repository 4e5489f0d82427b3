import { expect, test } from 'vitest';
import { TOOL_NAMES } from '../../../../src/agent/tool';
import { toolOffers } from '../../../../src/agent/tools/offers';
import { toolsOfTurn } from '../../../../src/agent/tools/toolsOfTurn';
import { allTools, CONTEXT, deskOf, EMPTY_LIBRARY, personWho } from './support';

const names = (deps: Parameters<typeof allTools>[0]) => allTools(deps).map(({ name }) => name);

test('a tool is in the list only if it is set up and the person did not say never', () => {
  expect(names({})).toEqual(TOOL_NAMES);
  expect(toolsOfTurn({ library: EMPTY_LIBRARY, context: CONTEXT, consent: personWho(true) }).map(({ name }) => name)).toEqual(['searchDocs', 'keywordSearch', 'readDoc']);
  expect(names({ consent: personWho(true, { webSearch: 'never' }) })).not.toContain('webSearch');
  expect(names({ consent: personWho(true, { runCode: 'never' }) })).not.toContain('runCode');
  expect(names({ consent: personWho(true, { webSearch: 'always', runCode: 'always' }) })).toEqual(TOOL_NAMES);
});

test('every tool says what it does and what it is not for, in at most 60 words', () => {
  for (const { name, description } of allTools()) {
    expect(description.split(/\s+/).length, name).toBeLessThanOrEqual(60);
    expect(description, name).toMatch(/\b[Nn]ot\b/);
  }
});

test('what a model is shown is a plain JSON schema of an object', () => {
  const offers = toolOffers(deskOf(allTools()));
  expect(offers.map(({ name }) => name)).toEqual(TOOL_NAMES);
  for (const { name, parameters } of offers) {
    expect(parameters, name).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
    expect(JSON.stringify(parameters), name).not.toMatch(/\$schema|9007199254740991|anyOf|\$ref/);
  }
  expect(offers[0]?.parameters).toMatchObject({ required: ['query'], properties: { topK: { type: 'integer', minimum: 1, maximum: 20, default: 8 } } });
  expect(offers[2]?.parameters).not.toHaveProperty('required');
});
