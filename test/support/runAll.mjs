// @ts-check
/**
 * `npm test`: sets the machine up, then runs every check and every tier of tests, and ends with the line
 * `N passed, N failed`. A check (lint, layers, types, unused code) counts as one; a tier counts its tests.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild, ensureVsix } from './product.mjs';
import { ensureChromium, prepareNode, repoEnvironment, reportFailure, ROOT } from './setup.mjs';
import { ensureWorkbench } from './workbench/install.mjs';

const CHECKS = ['lint', 'layers', 'typecheck', 'unused'];
const TIERS = ['unit', 'adapters', 'view', 'host'];

/** After this a stage is stopped and counts as failed, in milliseconds: a hanging test must not hang CI. */
const STAGE_LIMIT_MS = 480_000;

/**
 * @typedef {object} Outcome
 * @property {string} stage
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} seconds
 * @property {string[]} failures - what to read about each failure.
 */

/**
 * @param {string} script - of package.json.
 * @param {readonly string[]} [extra] - arguments for it.
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>}
 */
async function npmRun(script, extra = []) {
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...extra], {
    cwd: ROOT, env: { ...repoEnvironment(), NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'], timeout: STAGE_LIMIT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((done) => child.once('error', () => done(1)).once('close', done));
  if (child.killed) output += `\nStopped after ${STAGE_LIMIT_MS / 1000} s.`;
  return { ok: code === 0, output: output.trim(), seconds: (performance.now() - started) / 1000 };
}

/**
 * @param {string} stage
 * @returns {Promise<Outcome>}
 */
async function runCheck(stage) {
  const { ok, output, seconds } = await npmRun(stage);
  return { stage, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds, failures: ok ? [] : [output] };
}

/**
 * @param {string} stage - the tier.
 * @param {string} folder - for the report.
 * @returns {Promise<Outcome>}
 */
async function runTier(stage, folder) {
  const report = join(folder, `${stage}.json`);
  const { ok, output, seconds } = await npmRun(`test:${stage}`, ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const tests = files.flatMap((/** @type {any} */ file) => file.assertionResults);
  const count = (/** @type {string} */ status) => tests.filter((/** @type {any} */ test) => test.status === status).length;
  const failures = files.flatMap(failuresOf);
  if (failures.length === 0 && !ok) failures.push(output);
  if (failures.length === 0 && count('passed') === 0) failures.push('No test ran.');
  const passed = count('passed');
  const failed = Math.max(count('failed'), failures.length);
  return { stage, passed, failed, skipped: tests.length - passed - count('failed'), seconds, failures };
}

/**
 * What went wrong in a file of tests. One that could not be loaded has a message, but no tests.
 * @param {any} file - of vitest's JSON report.
 * @returns {string[]}
 */
function failuresOf(file) {
  const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
  const texts = failed.map((/** @type {any} */ test) => `${file.name}\n${test.fullName}\n${test.failureMessages.join('\n')}`);
  return texts.length === 0 && file.status === 'failed' ? [`${file.name}\n${file.message}`] : texts;
}

/** @param {Outcome} outcome */
function print({ stage, passed, failed, skipped, seconds, failures }) {
  for (const failure of failures) console.log(`\n✗ ${stage}: ${failure.replaceAll(`${ROOT}/`, '')}\n`);
  console.log(`${stage.padEnd(10)} ${counts(passed, failed, skipped).padEnd(36)} ${seconds.toFixed(1).padStart(6)} s`);
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {number} skipped
 */
function counts(passed, failed, skipped) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** @returns {Promise<Outcome>} the build as one more check, since the long tiers test its result. */
async function runBuild() {
  const started = performance.now();
  const failures = await ensureBuild().then(ensureVsix).then(() => [], (error) => [error.message]);
  const seconds = (performance.now() - started) / 1000;
  return { stage: 'build', passed: 1 - failures.length, failed: failures.length, skipped: 0, seconds, failures };
}

async function main() {
  if (!(await prepareNode())) return;
  await ensureChromium();
  await ensureWorkbench();
  const reports = mkdtempSync(join(tmpdir(), 'docmind-test-'));
  /** @type {Outcome[]} */
  const outcomes = [];
  const keep = (/** @type {Outcome} */ outcome) => (outcomes.push(outcome), print(outcome));
  await Promise.all(CHECKS.map((check) => runCheck(check).then(keep)));
  keep(await runBuild());
  for (const tier of TIERS) keep(await runTier(tier, reports));
  rmSync(reports, { recursive: true });
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`\n${counts(sum('passed'), sum('failed'), sum('skipped'))}`);
  if (sum('failed') > 0) process.exitCode = 1;
}

await main().catch(reportFailure);
