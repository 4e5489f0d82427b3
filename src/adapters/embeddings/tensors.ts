import { Tensor } from 'onnxruntime-web';

/** The inputs of the model for one text: all tokens count. */
export function toFeeds(ids: readonly number[]): Record<string, Tensor> {
  const shape = [1, ids.length];
  return {
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
  };
}

/** @throws Error if the model gave no such thing: it is not the model this adapter was made for. */
export function toHiddenStates(outputs: Readonly<Record<string, Tensor>>): Float32Array {
  const data = outputs.last_hidden_state?.data;
  if (!(data instanceof Float32Array)) {
    throw new Error('The model has no output last_hidden_state of 32-bit floats.');
  }
  return data;
}
