import { expect, test } from 'vitest';
import { fakeConsent } from '../../support/fakeConsent';

const NEVER = new AbortController().signal;

test('a person answers by the script; always and never are kept for that use', async () => {
  const consent = fakeConsent('no', 'once', 'always', 'never');
  const said = [];
  for (const use of ['runCode', 'runCode', 'runCode', 'runCode', 'webSearch', 'webSearch'] as const) {
    said.push(await consent.ask(use, 'x', NEVER));
  }
  expect(said).toEqual([false, true, true, true, false, false]);
  expect(consent.asked).toEqual(['runCode: x', 'runCode: x', 'runCode: x', 'webSearch: x']);
  expect([consent.remembered('runCode'), consent.remembered('webSearch')]).toEqual(['always', 'never']);
});
