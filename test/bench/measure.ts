import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** CPU time of one measurement, at least, in ms: shorter ones are repeated, so that the clock's grain does not count. */
const MIN_SAMPLE_MS = 20;

/** CPU time spent on each work before anything counts, in ms: until then it is being compiled. */
const WARM_UP_MS = 100;

/** Measurements of which the median counts. */
const SAMPLES = 7;

setFlagsFromString('--expose-gc');

/** Takes away what is young: a full collection would have the next sample pay for a heap that shrank. */
const collectYoung = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;

/** CPU time of this process in ms. Unlike the time of day it does not grow when the machine has other things to do. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** How long one call takes, in ms: the mean over as many as take `ms` together. */
function sample(work: () => unknown, ms: number): number {
  collectYoung({ type: 'minor' }); // nobody pays for what another left behind
  const started = cpuMs();
  let calls = 0;
  let spent = 0;
  while (spent < ms) {
    work();
    calls += 1;
    spent = cpuMs() - started;
  }
  return spent / calls;
}

/** CPU time of one call of each of the works, in ms. They take turns, so that what slows the machine slows all. */
export function measure(...works: readonly (() => unknown)[]): number[] {
  works.forEach((work) => sample(work, WARM_UP_MS));
  const samples = works.map((): number[] => []);
  for (let round = 0; round < SAMPLES; round += 1) {
    works.forEach((work, at) => samples[at]?.push(sample(work, MIN_SAMPLE_MS)));
  }
  return samples.map(median);
}

/** The middle one of an odd number of values. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
