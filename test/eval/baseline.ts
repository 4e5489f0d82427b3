import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { MEASURES } from './goldenReport';
import { setResult } from './retrievalSets';

const share = z.number().min(0).max(1);

const baseline = z.strictObject({
  golden: z.record(z.string(), z.partialRecord(z.enum(MEASURES), share)),
  grounding: z.record(z.string(), share),
  sets: z.record(z.string(), setResult),
});

/** The figures of the last run that was committed. */
export type Baseline = z.infer<typeof baseline>;

/** Reads the committed figures. */
export function readBaseline(root: string): Baseline {
  return baseline.parse(JSON.parse(readFileSync(fileOf(root), 'utf8')));
}

/** Writes the figures, rounded: more digits than these are noise between machines. */
export function writeBaseline(root: string, figures: Baseline): void {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);
  const lines = JSON.stringify(figures, rounded, 2).replace(/\{\s+("[^{}]*?)\s+\}/gu, (_, inside: string) => `{ ${inside.replace(/\s+/gu, ' ')} }`);
  writeFileSync(fileOf(root), `${lines}\n`);
}

function fileOf(root: string): string {
  return join(root, 'test/eval/baseline.json');
}
