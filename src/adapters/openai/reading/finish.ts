import type { FinishReason } from '../../../model/ports';

const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  tool_calls: 'toolCalls',
  tool_use: 'toolCalls',
  function_call: 'toolCalls',
  content_filter: 'contentFilter',
  safety: 'contentFilter',
  recitation: 'contentFilter',
  prohibited_content: 'contentFilter',
  sensitive: 'contentFilter',
};

/**
 * Why a model ended; nothing where the server does not say, or not in words that are known. One that calls tools ended for that,
 * whatever the server says, unless it was cut off.
 */
export function readFinish(words: string | undefined, hasCalls: boolean): FinishReason | undefined {
  const reason = words === undefined || !Object.hasOwn(REASONS, words.toLowerCase()) ? undefined : REASONS[words.toLowerCase()];
  if (reason === 'length' || reason === 'contentFilter') {
    return reason;
  }
  return hasCalls ? 'toolCalls' : reason === 'toolCalls' ? 'stop' : reason;
}

/** Words for an answer that the server itself broke off. */
export function isBrokenOff(words: string | undefined): boolean {
  return words === 'error' || words === 'abort' || words === 'network_error' || words === 'insufficient_system_resource';
}
