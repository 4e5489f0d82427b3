import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckedAnswer } from '../../../src/app/strict';
import { checkStrictly } from '../../../src/app/strict';
import { AssistantError } from '../../../src/model/errors';
import type { Evidence } from '../../../src/model/evidence';
import type { TurnEvent } from '../../../src/model/turn';
import { createManualSchedule } from '../../support/manualSchedule';
import type { ModelStep, ScriptedModel } from '../../support/scriptedModel';
import { createScriptedModel, SILENCE } from '../../support/scriptedModel';

const TEXT = 'A failed job is tried 5 times.\n\nThe pause between two tries doubles.\n\nJobs wait in a queue on disk.';
const EVIDENCE: readonly Evidence[] = [{
  n: 1,
  passage: { path: 'jobs.md', kind: 'section', headings: [], span: { start: 0, end: TEXT.length, startLine: 1, endLine: 5 }, text: TEXT, key: 'k', score: 1, ranks: {} },
}];

const SAID = 'A failed job is tried 5 times [1].';
const WRONG = 'A failed job is tried 7 times [1].';
const OPEN = 'Work survives a restart of the machine [1].';

const verdicts = (...list: readonly [statement: number, verdict: string, line?: number][]) =>
  JSON.stringify({ verdicts: list.map(([statement, verdict, line]) => ({ statement, line, reason: verdict === 'supported' ? '' : 'Because.', verdict })) });
const changes = (...list: readonly [statement: number, text: string | null][]) =>
  JSON.stringify({ changes: list.map(([statement, text]) => ({ statement, text })) });

type Script = readonly (readonly ModelStep[])[];

interface Checking {
  readonly answer: string;
  readonly lines: readonly string[];
  readonly checked: CheckedAnswer;
  readonly model: ScriptedModel;
  readonly pending: readonly number[];
}

function line(event: TurnEvent): string {
  switch (event.type) {
    case 'checking': return `checking ${event.sentences}`;
    case 'checked': return `checked ${event.checks.map(({ verdict }) => verdict).join(' ')}`;
    case 'reconsidering': return `reconsidering ${event.sentences}`;
    case 'revised': return `revised ${event.answer}`;
    default: return event.type;
  }
}

/** Checks an answer with a model that plays a script; `elapseAt` lets time run out at that call. */
async function check(answer: string, script: Script, { elapseAt = 0, question = 'How often?' } = {}): Promise<Checking> {
  const time = createManualSchedule();
  const scripted = createScriptedModel(script);
  const model: ScriptedModel = {
    ...scripted,
    stream: (request, signal) => {
      const stream = scripted.stream(request, signal);
      if (scripted.requests.length === elapseAt) {
        setImmediate(() => { time.elapse(); });
      }
      return stream;
    },
  };
  const lines: string[] = [];
  const checking = checkStrictly({ question, answer, evidence: EVIDENCE }, { model, nonce: 'N', schedule: time.schedule }, new AbortController().signal);
  for (;;) {
    const step = await checking.next();
    if (step.done === true) {
      return { answer, lines, checked: step.value, model: scripted, pending: time.pending };
    }
    lines.push(line(step.value));
  }
}

/** What stands at the end: `agreed supported/notSupported`. */
function ending({ checked: { verification } }: Checking): string {
  return `${verification.end} ${verification.checks.map(({ verdict }) => verdict).join('/')}`;
}

test('what words show to be supported asks no model', async () => {
  const checking = await check(SAID, []);
  expect(ending(checking)).toBe('agreed supported');
  expect(checking.lines).toEqual(['checking 1', 'checked supported']);
  expect(checking.model.requests).toHaveLength(0);
  expect(checking.checked.verification.checks[0]?.line).toEqual({ n: 1, startLine: 1, endLine: 1 });
});

test('the model is asked about what words leave open, and about nothing else', async () => {
  const checking = await check(`${SAID} ${OPEN}`, [[verdicts([1, 'supported', 3])]]);
  expect(ending(checking)).toBe('agreed supported/supported');
  expect(checking.checked.verification.checks[1]?.line).toEqual({ n: 1, startLine: 5, endLine: 5 });
  expect(checking.model.requests).toHaveLength(1);
  expect(checking.model.requests[0]?.temperature).toBe(0);
  const asked = checking.model.requests[0]?.messages.at(-1)?.content;
  expect(asked).toContain('S1 (cites 1): Work survives');
  expect(asked).not.toContain('S2');
});

test('what is not supported is rewritten, and checked again', async () => {
  const checking = await check(`${WRONG} ${SAID}`, [[changes([1, 'The pause between two tries doubles [1].'])]]);
  expect(checking.lines).toEqual([
    'checking 2', 'checked notSupported supported', 'reconsidering 1',
    `revised The pause between two tries doubles [1]. ${SAID}`, 'checked supported supported',
  ]);
  expect(ending(checking)).toBe('agreed supported/supported');
  expect(checking.checked).toMatchObject({
    answer: `The pause between two tries doubles [1]. ${SAID}`,
    verification: { passes: 1, revisions: [{ was: 'A failed job is tried 7 times.', now: 'The pause between two tries doubles.' }] },
  });
});

test('what has no support is withdrawn', async () => {
  const checking = await check(`${SAID} ${WRONG}`, [[changes([1, null])]]);
  expect(checking.checked.answer).toBe(SAID);
  expect(checking.checked.verification.revisions).toEqual([{ was: 'A failed job is tried 7 times.' }]);
});

test('an answer of which nothing is left says so, in the language of the question', async () => {
  expect((await check(WRONG, [[changes([1, null])]])).checked.answer).toMatch(/withdrawn/u);
  expect((await check(WRONG, [[changes([1, null])]], { question: '会重试几次？' })).checked.answer).toMatch(/撤回/u);
});

test('nothing to change ends it: the answer stands, the doubt too', async () => {
  const checking = await check(WRONG, [['Nothing to change.']]);
  expect(ending(checking)).toBe('nothingToChange notSupported');
  expect(checking.checked.answer).toBe(WRONG);
  expect(checking.checked.verification.passes).toBe(1);
});

test('a third disagreement goes to the reader, not to the model', async () => {
  const checking = await check(WRONG, [[changes([1, 'A failed job is tried 8 times [1].'])], [changes([1, 'A failed job is tried 9 times [1].'])]]);
  expect(ending(checking)).toBe('disagreed notSupported');
  expect(checking.checked).toMatchObject({
    answer: 'A failed job is tried 9 times [1].',
    verification: { passes: 2, revisions: [{ was: 'A failed job is tried 7 times.', now: 'A failed job is tried 9 times.' }] },
  });
  expect(checking.model.requests).toHaveLength(2);
});

test('what a model decided once is not asked again', async () => {
  const checking = await check(`${WRONG} ${OPEN}`, [[verdicts([1, 'supported', 3])], [changes([1, SAID])]]);
  expect(ending(checking)).toBe('agreed supported/supported');
  expect(checking.model.requests).toHaveLength(2);
});

test('a partly supported statement is reconsidered with the reason', async () => {
  const checking = await check(OPEN, [[verdicts([1, 'partly', 3])], [changes([1, 'Jobs wait in a queue on disk [1].'])]]);
  expect(ending(checking)).toBe('agreed supported');
  expect(checking.model.requests[1]?.messages.at(-1)?.content).toContain('Work survives a restart of the machine. — Because.');
});

test('an unreadable verdict is asked for once more; then it stays open', async () => {
  const again = await check(OPEN, [['Looks good to me!'], [verdicts([1, 'supported', 3])]]);
  expect(ending(again)).toBe('agreed supported');
  const garbage = await check(OPEN, [['Looks good to me!'], ['{{{{']]);
  expect(ending(garbage)).toBe('agreed undecided');
  expect(garbage.checked.answer).toBe(OPEN);
});

test('a correction that cannot be read is none, and the result says so', async () => {
  const checking = await check(WRONG, [['A failed job is tried 5 times [1].']]);
  expect(ending(checking)).toBe('failed notSupported');
  expect(checking.checked.answer).toBe(WRONG);
});

test('a model that fails, or does not stop, takes nothing away', async () => {
  for (const step of [new AssistantError('model.unreachable', 'Gone.'), 'x'.repeat(40_000)]) {
    const checking = await check(WRONG, [[step]]);
    expect(ending(checking)).toBe('failed notSupported');
    expect(checking.checked.answer).toBe(WRONG);
    expect(checking.pending).toEqual([]);
  }
});

test('a time-out leaves the first answer, and says so', async () => {
  const judging = await check(OPEN, [[SILENCE]], { elapseAt: 1 });
  expect(ending(judging)).toBe('timedOut undecided');
  const correcting = await check(WRONG, [[SILENCE]], { elapseAt: 1 });
  expect(ending(correcting)).toBe('timedOut notSupported');
  expect(correcting.checked.answer).toBe(WRONG);
});

test('a correction whose check runs out of time is not shown', async () => {
  const checking = await check(WRONG, [[changes([1, OPEN])], [SILENCE]], { elapseAt: 2 });
  expect(ending(checking)).toBe('timedOut notSupported');
  expect(checking.checked.answer).toBe(WRONG);
  expect(checking.lines.some((told) => told.startsWith('revised'))).toBe(false);
});

test('without a model, words decide and nothing is changed', async () => {
  const { schedule, pending } = createManualSchedule();
  const steps = checkStrictly({ question: 'q', answer: `${SAID} ${WRONG}`, evidence: EVIDENCE }, { model: undefined, nonce: 'N', schedule }, new AbortController().signal);
  let step = await steps.next();
  while (step.done !== true) {
    step = await steps.next();
  }
  expect(step.value).toMatchObject({ answer: `${SAID} ${WRONG}`, verification: { end: 'disagreed', passes: 0, revisions: [] } });
  expect(pending).toEqual([]);
});

test('markers of a correction are read like those of an answer', async () => {
  const checking = await check(WRONG, [[changes([1, 'A failed job is tried 5 times 【1】[9].'])]]);
  expect(checking.checked.answer).toBe(SAID);
  expect(checking.checked.invalidRefs).toBe(1);
});

test('what the calls took is added up', async () => {
  const usage = { type: 'usage', usage: { inputTokens: 10, outputTokens: 2 } } as const;
  const checking = await check(`${WRONG} ${OPEN}`, [[verdicts([1, 'supported', 3]), usage], [changes([1, SAID]), usage]]);
  expect(checking.checked.usage).toEqual({ inputTokens: 20, outputTokens: 4 });
});

test('cancel ends at once and leaves nothing running', async () => {
  const { schedule, pending } = createManualSchedule();
  const controller = new AbortController();
  const model = createScriptedModel([[SILENCE]]);
  const checking = checkStrictly({ question: 'q', answer: WRONG, evidence: EVIDENCE }, { model, nonce: 'N', schedule }, controller.signal);
  const failure = await (async () => {
    for await (const event of checking) {
      if (event.type === 'reconsidering') {
        setImmediate(() => { controller.abort(); });
      }
    }
    return undefined;
  })().catch((error: unknown) => error as AssistantError);
  expect(failure?.code).toBe('cancelled');
  expect(pending).toEqual([]);
});

test('a reader who stops listening leaves nothing running', async () => {
  const { schedule, pending } = createManualSchedule();
  const checking = checkStrictly({ question: 'q', answer: WRONG, evidence: EVIDENCE }, { model: createScriptedModel([[SILENCE]]), nonce: 'N', schedule }, new AbortController().signal);
  for await (const event of checking) {
    if (event.type === 'reconsidering') {
      break;
    }
  }
  expect(pending).toEqual([]);
});

/** Two verdicts and their repair in the first pass, a change and two more in each of both passes. */
const MAX_CALLS = 8;

test('whatever the model says, it is asked a bounded number of times, and every citation of the result resolves', async () => {
  const reply = fc.oneof(
    fc.string(),
    fc.constantFrom('', '{', verdicts([1, 'not'], [2, 'not']), verdicts([1, 'supported', 3]), changes([1, OPEN]), changes([1, `${OPEN} [9]`], [2, WRONG]), changes([1, null], [2, null]), 'Nothing to change.'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(reply, { minLength: 12, maxLength: 12 }), fc.shuffledSubarray([SAID, WRONG, OPEN, 'Uncited words stand here.'], { minLength: 1 }), async (replies, sentences) => {
      const { checked, model, pending } = await check(sentences.join(' '), replies.map((text) => [text]));
      expect(model.requests.length).toBeLessThanOrEqual(MAX_CALLS);
      expect(checked.verification.passes).toBeLessThanOrEqual(2);
      expect(pending).toEqual([]);
      expect(checked.verification.checks.every(({ start, end, numbers }) => numbers.join() === '1' && checked.answer.slice(start, end).includes('[1]'))).toBe(true);
      expect(checked.answer).not.toContain('[9]');
    }),
    { numRuns: 60 },
  );
});
