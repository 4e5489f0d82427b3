import { describe, expect, test } from 'vitest';
import { readNote } from '../../../../../../src/agent/dialects/tags/asking/reflection';

describe('a note that changes nothing is none', () => {
  test.each([
    'nothing to change',
    'Nothing to change.',
    '"Nothing to change"',
    'There is nothing to change in the answer.',
    'No changes needed.',
    'No corrections are necessary',
    'None.',
    'The answer looks correct.',
    'I need to think more carefully.',
    'I should check the answer again and consider everything more thoroughly.',
    '',
    '  \n',
    '---',
    '无需修改',
    '无需修改。',
    '“无须修改”',
    '不需要做任何修改。',
    '没有需要修改的地方',
    '回答无需调整',
    '我需要更仔细地思考。',
    '我应该再仔细核对一下回答，确认信息是否准确。',
  ])('%j', (reply) => {
    expect(readNote(reply)).toBeUndefined();
  });
});

describe('a doubt is kept', () => {
  test.each([
    '1. "Every minute" has no source.',
    'No source says how often clients renew.',
    'The renewal contradicts what the source says.',
    'Nothing is wrong with the duration, but the renewal is not in any source.',
    'The last sentence rests on nothing.',
    'I am not sure about the lease.',
    '“每分钟续约”没有依据。',
    '第二句没有依据。',
    '时长无需修改，但续约频率没有出处。',
    '无需修改时长，不过续约的说法与 [1] 矛盾。',
  ])('%j', (reply) => {
    expect(readNote(reply)).toBe(reply);
  });
});

test('a note is cut and holds no tag', () => {
  expect(readNote(`The lease <|SEARCH|>${' is wrong'.repeat(200)}`)).toHaveLength(800);
  expect(readNote('The lease <|SEARCH|> is wrong')).toBe('The lease   is wrong');
});
