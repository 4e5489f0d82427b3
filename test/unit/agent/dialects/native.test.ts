import { expect, test } from 'vitest';
import { native } from '../../../../src/agent/dialects/native';
import type { ToolCall } from '../../../../src/model/ports';
import type { Reply } from '../../../../src/model/reply';
import { toolOffers } from '../../../../src/agent/tools/offers';
import { allTools } from '../tools/support';

const OFFERS = toolOffers({ tools: allTools() });
const CALL: ToolCall = { id: 'abc', name: 'searchDocs', arguments: '{"query":"leases"}', replay: { signature: 's' } };

function say(reply: Partial<Reply>) {
  return native.writeSaid(native.read({ text: '', calls: [], usage: {}, ...reply }, { offers: OFFERS, round: 12 }));
}

test('calls go back with the fields that the server wants back', () => {
  expect(say({ text: 'Let me look.', calls: [CALL], replay: { reasoning: 'r' } })).toEqual({
    role: 'assistant', content: 'Let me look.', toolCalls: [CALL], replay: { reasoning: 'r' },
  });
});

test('a call that was printed as text becomes a call, and its text is gone', () => {
  expect(say({ text: 'Well: <tool_call>{"name": "searchDocs", "arguments": {"query": "leases"}}</tool_call>' })).toEqual({
    role: 'assistant', content: '', toolCalls: [{ id: 'call12000', name: 'searchDocs', arguments: '{"query":"leases"}' }],
  });
});

test('text beside a call is not searched for calls', () => {
  expect(say({ text: '{"name": "readDoc", "arguments": {}}', calls: [CALL] })).toMatchObject({ toolCalls: [CALL] });
});

test('long prose goes back cut, silence as a word, broken characters whole', () => {
  expect(say({ text: 'x'.repeat(5_000) }).content).toHaveLength(1_000);
  expect(say({ text: ' ' }).content).toBe('Nothing more.');
  expect(say({ text: 'a\uD800' }).content).toBe('a\uFFFD');
});

test('each result answers its call', () => {
  expect(native.writeResults([{ call: CALL, content: 'found' }])).toEqual([{ role: 'tool', callId: 'abc', content: 'found' }]);
});
