import type { Dialect } from './dialect';
import { callId } from './dialect';
import { ownWords } from './ownWords';
import { readPrintedCalls } from './printedCalls';

/** Calls in the protocol of the server. Where it did not know one for what it is, the call is read out of the text. */
export const native: Dialect = {
  name: 'native',
  rules: () => '',
  offer: (tools) => ({ tools }),
  read: ({ text, calls, replay }, { offers, round }) => {
    const printed = calls.length > 0 ? { calls, isMalformed: false } : readPrintedCalls(text, offers, (at) => callId(round, at));
    const isPrinted = calls.length === 0 && printed.calls.length > 0;
    return { text: isPrinted ? '' : ownWords(text), ...printed, ...(replay === undefined ? {} : { replay }) };
  },
  writeSaid: ({ text, calls, replay }) => ({
    role: 'assistant',
    // A message with neither text nor calls is refused by some servers.
    content: calls.length === 0 && text === '' ? 'Nothing more.' : text,
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(replay === undefined ? {} : { replay }),
  }),
  writeResults: (results) => results.map(({ call, content }) => ({ role: 'tool', callId: call.id, content })),
  form: 'That call could not be read, and nothing was looked up. Call a tool through the tool interface, not in text, with arguments that are one JSON object. If nothing more is to be looked up, call nothing.',
  // A search of the usual size, whole.
  resultSize: { maxShown: 12, maxTokens: 3_000 },
};
