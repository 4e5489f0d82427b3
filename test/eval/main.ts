import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Baseline } from './baseline';
import { readBaseline, writeBaseline } from './baseline';
import { describeGolden, findDrops, rowsOf } from './goldenReport';
import { readGoldenSet } from './goldenSet';
import { describeGrounding, runGrounding } from './grounding';
import { describeSets, findSets, runSet } from './retrievalSets';
import { openIndex, runGolden } from './runGolden';

const { values } = parseArgs({ options: { root: { type: 'string' }, update: { type: 'boolean' }, only: { type: 'string' } } });

const ROOT = values.root ?? process.cwd();

/** Where the public sets are kept: they are not part of the repository. */
const SETS = process.env.DOCMIND_EVAL_SETS ?? join(ROOT, '../shared/eval');

/** The parts and sets that were asked for; all of them unless told. */
const ONLY = values.only?.split(',');

const isWanted = (name: string) => ONLY?.includes(name) ?? true;

/** One part of the report, and the figures that the next run is compared with. */
interface Part {
  readonly text: string;
  readonly figures: Partial<Baseline>;
}

async function measureGolden(before: Baseline): Promise<Part> {
  const dir = await mkdtemp(join(tmpdir(), 'docmind-eval-'));
  const index = await openIndex({ root: ROOT, folder: join(ROOT, 'test/fixtures/corpus'), dir });
  const results = await runGolden(readGoldenSet(ROOT), index);
  await index.dispose();
  await rm(dir, { recursive: true });
  const drops = findDrops(before.golden, rowsOf(results));
  for (const { measure, difference: { mean, low, high } } of drops) {
    process.exitCode = 1;
    console.error(`Worse than the baseline: ${measure} ${mean.toFixed(3)} (90 % between ${low.toFixed(3)} and ${high.toFixed(3)})`);
  }
  return { text: `## Golden set, without a model\n\n${describeGolden(results)}`, figures: { golden: rowsOf(results) } };
}

async function measureGrounding(before: Baseline): Promise<Part> {
  const set = join(SETS, 'wice-dev');
  if (!existsSync(set)) {
    return skipped('Grounding', set);
  }
  const scores = await runGrounding(ROOT, set);
  return { text: `## Grounding: wice-dev\n\n${describeGrounding(scores, before.grounding)}`, figures: { grounding: scores } };
}

async function measureRetrieval(before: Baseline): Promise<Part> {
  const { whole, questionsOnly } = findSets(SETS);
  if (whole.length === 0) {
    return skipped('Retrieval', SETS);
  }
  const wanted = whole.filter(isWanted);
  if (wanted.length === 0) {
    return { text: '', figures: {} };
  }
  const sets = { ...before.sets };
  for (const name of wanted) {
    console.error(`${name}…`);
    sets[name] = await runSet(ROOT, join(SETS, name));
  }
  const notes = questionsOnly.map((name) => `${name} asks about files: \`docmind eval --set ${name} --corpus FOLDER\`.`);
  return { text: ['## Retrieval', describeSets(sets, before.sets), ...notes].join('\n\n'), figures: { sets } };
}

function skipped(what: string, where: string): Part {
  console.error(`${what} is skipped: there is no ${where}. Name the folder of the public sets in DOCMIND_EVAL_SETS.`);
  return { text: '', figures: {} };
}

const HEAD = `# Measured

Written by \`npm run eval -- --update\`; without \`--update\` the same is printed and compared with \`baseline.json\`, and
\`--only golden,grounding,SET\` measures a part. The golden set asks \`golden.yaml\` of \`test/fixtures/corpus\`; the public
sets are read from \`DOCMIND_EVAL_SETS\` and are not part of this repository. \`ms\` is for orientation: machines differ.`;

/** Replaces the sections that were measured; the others stay as they are. */
function writeResults(texts: readonly string[]): void {
  const file = join(ROOT, 'test/eval/RESULTS.md');
  const [, ...known] = (existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '').split(/\n\n(?=## )/u);
  const sections = new Map([...known, ...texts.filter((text) => text !== '')].map((text) => [text.split('\n', 1)[0], text]));
  writeFileSync(file, `${[HEAD, ...sections.values()].join('\n\n')}\n`);
}

async function main(): Promise<void> {
  const before = readBaseline(ROOT);
  const measures = [
    ...(isWanted('golden') ? [measureGolden] : []),
    ...(isWanted('grounding') ? [measureGrounding] : []),
    measureRetrieval,
  ];
  const parts: Part[] = [];
  for (const measure of measures) {
    const part = await measure(before);
    parts.push(part);
    if (part.text !== '') {
      console.log(`${part.text}\n`);
    }
  }
  if (values.update === true) {
    writeBaseline(ROOT, parts.reduce<Baseline>((figures, part) => ({ ...figures, ...part.figures }), before));
    writeResults(parts.map(({ text }) => text));
    process.exitCode = 0;
  }
}

void main();
