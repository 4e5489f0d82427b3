import { expect, test } from 'vitest';
import { Priority } from '../../../src/util/priority';

test('the background waits for urgent work, for that which joins it too, and goes on after the last', async () => {
  const priority = new Priority();
  const log: string[] = [];
  let endFirst: () => void = () => undefined;
  let endSecond: () => void = () => undefined;
  const first = priority.first(() => new Promise<void>((resolve) => { endFirst = resolve; }));
  const background = priority.whenIdle().then(() => log.push('background'));
  const second = priority.first(() => new Promise<void>((resolve) => { endSecond = resolve; }));
  endFirst();
  await first;
  log.push('first');
  endSecond();
  await second;
  log.push('second');
  await background;
  expect(log).toEqual(['first', 'second', 'background']);
});

test('nothing waits where nothing is urgent, nor after urgent work that failed', async () => {
  const priority = new Priority();
  await priority.whenIdle();
  await expect(priority.first(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await priority.whenIdle();
});
