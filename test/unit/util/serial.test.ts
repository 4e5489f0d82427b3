import { expect, test } from 'vitest';
import { createSerial } from '../../../src/util/serial';

test('tasks run one after another, also after one that failed', async () => {
  const inTurn = createSerial();
  const log: string[] = [];
  const task = (name: string, fails = false) => inTurn(async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (fails) {
      throw new Error(name);
    }
    return name;
  });
  const results = await Promise.allSettled([task('a'), task('b', true), task('c')]);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual(['a', 'failed', 'c']);
});
