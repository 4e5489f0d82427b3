import { expect, test } from 'vitest';
import { withNotice } from '../../../src/app/withNotice';
import type { TurnEvent } from '../../../src/model/turn';

async function notices(own: string | undefined, added: string | undefined): Promise<(string | undefined)[]> {
  const events = async function* (): AsyncGenerator<TurnEvent> {
    yield { type: 'searching', query: 'limit?' };
    yield { type: 'answering', model: undefined, notice: own };
    yield { type: 'delta', text: 'Five.' };
  };
  const all: TurnEvent[] = [];
  for await (const event of withNotice(events(), added)) {
    all.push(event);
  }
  expect(all.map(({ type }) => type)).toEqual(['searching', 'answering', 'delta']);
  return all.flatMap((event) => (event.type === 'answering' ? [event.notice] : []));
}

test('the sentence stands before what the turn itself says of its answer', async () => {
  expect(await notices(undefined, 'Not trusted.')).toEqual(['Not trusted.']);
  expect(await notices('Weak match.', 'Not trusted.')).toEqual(['Not trusted. Weak match.']);
});

test('without a sentence nothing changes', async () => {
  expect(await notices(undefined, undefined)).toEqual([undefined]);
  expect(await notices('Weak match.', undefined)).toEqual(['Weak match.']);
});
