import { expect, onTestFinished, test } from 'vitest';
import type { ScriptedAnswer } from '../../support/scriptedServer';
import { chatStream, startScriptedServer } from '../../support/scriptedServer';
import { CORPUS, docmind, parsed, sharedIndex } from './docmind';

const index = sharedIndex();

const QUESTION = 'How long does the old token work after rotation?';

/** Asks at the level `strict`; with answers, an endpoint gives them in turn. */
async function askStrictly(answers: readonly ScriptedAnswer[] | undefined, ...more: string[]) {
  const command = ['ask', CORPUS, QUESTION, '--assurance', 'strict', '--index-dir', index(), ...more];
  if (answers === undefined) {
    return docmind(command);
  }
  const server = await startScriptedServer(answers);
  onTestFinished(() => server.close());
  return docmind([...command, '--base-url', server.baseUrl, '--model', 'scripted']);
}

const WRONG = chatStream('The overlap is 99 hours [1].');
const CHANGES = chatStream('```json\n{"changes": [{"statement": 1, "text": "The old token works for 24 hours [1]."}]}\n```');
const VERDICT = chatStream('{"verdicts": [{"statement": 1, "line": 1, "verdict": "supported"}]}');

test('a statement that its source does not support is corrected before the answer is printed', async () => {
  const run = await askStrictly([WRONG, CHANGES, VERDICT], '--json');
  expect(run.code).toBe(0);
  expect(parsed(run)).toMatchObject({
    answer: 'The old token works for 24 hours [1].',
    unsupported: [],
    verification: {
      end: 'agreed',
      passes: 1,
      revisions: [{ was: 'The overlap is 99 hours.', now: 'The old token works for 24 hours.' }],
      checks: [{ sentence: 'The old token works for 24 hours.', numbers: [1], verdict: 'supported', line: { n: 1 } }],
    },
  });
});

test('what stays in doubt is printed with its reason', async () => {
  const run = await askStrictly([WRONG, chatStream('Nothing to change.')]);
  expect(run.stdout).toContain('Checked: 0 of 1 cited statements are supported.');
  expect(run.stdout).toContain('? The overlap is 99 hours. (The cited lines do not contain: 99)');
});

test('an extract is supported by the lines it was taken from', async () => {
  const run = await askStrictly(undefined, '--json');
  const { verification } = parsed(run) as { verification: { end: string; checks: { verdict: string }[] } };
  expect(verification.end).toBe('agreed');
  expect(verification.checks.map(({ verdict }) => verdict)).not.toHaveLength(0);
  expect(new Set(verification.checks.map(({ verdict }) => verdict))).toEqual(new Set(['supported']));
});
