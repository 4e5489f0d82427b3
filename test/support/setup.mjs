// @ts-check
/**
 * What the commands of this repository need on a fresh machine, installed where it is missing.
 * Runs on plain Node 20 and imports nothing from node_modules, because that folder may not be there yet.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder, absolute. */
export const ROOT = resolve(fileURLToPath(new URL('../../', import.meta.url)));

/** The Node that package-lock.json pins: the packages of this repository need a newer one than many machines have. */
export const REPO_NODE = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** The environment in which `npm` and `node` are the repository's own Node, and no install script downloads a GPU runtime. */
export function repoEnvironment() {
  const path = [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  return { ...process.env, PATH: path, ONNXRUNTIME_NODE_INSTALL: 'skip' };
}

/**
 * One line about what is going on. Goes to standard error: standard output belongs to the answer of a command.
 * @param {string} message
 */
export function progress(message) {
  process.stderr.write(`docmind: ${message}\n`);
}

/**
 * Runs a command to its end and shows its output only if it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, advice: string }} options - `advice` says what to do after a failure.
 * @returns {Promise<string>} its standard output.
 */
export async function run(command, args, { cwd = ROOT, env = repoEnvironment(), advice }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { out: '', err: '' };
  child.stdout.on('data', (data) => (output.out += data));
  child.stderr.on('data', (data) => (output.err += data));
  const code = await new Promise((done) => child.once('error', (error) => done(error.message)).once('close', done));
  if (code === 0) return output.out;
  const tail = (output.out + output.err).trim().split('\n').slice(-20).join('\n');
  throw new Error(`\`${[command, ...args].join(' ')}\` failed (${code}).\n${tail}\n${advice}`);
}

/** Makes node_modules what package-lock.json says. */
export async function ensureDependencies() {
  if (dependenciesAreCurrent()) return;
  progress('installing the packages of package-lock.json (npm ci, about a minute)…');
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    advice: 'Check the connection to the npm registry and run `npm ci` by hand.',
  });
}

/** Compares content, not dates: a checkout touches files without changing them. Optional packages may be for another machine. */
function dependenciesAreCurrent() {
  const installedFile = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile) || !existsSync(REPO_NODE)) return false;
  const installed = readPackages(installedFile);
  return Object.entries(readPackages(join(ROOT, 'package-lock.json'))).every(
    ([path, wanted]) => path === '' || wanted.optional || wanted.devOptional || installed[path]?.version === wanted.version,
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version: string, optional?: boolean, devOptional?: boolean }>} by path, `''` being the repository.
 */
function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/**
 * Installs the packages and makes sure that this script runs under the repository's Node.
 *
 * @returns {Promise<boolean>} true: go on here. False: a second process did the whole work and its exit code is set.
 */
export async function prepareNode() {
  await ensureDependencies();
  const pinned = JSON.parse(readFileSync(join(ROOT, 'node_modules/node/package.json'), 'utf8')).version;
  if (process.versions.node === pinned) return true;
  const child = spawn(REPO_NODE, process.argv.slice(1), { env: repoEnvironment(), stdio: 'inherit' });
  // A terminal's Ctrl-C reaches both processes; this one waits so that the other can stop what it started.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise((done) => child.once('error', () => done(1)).once('exit', (code) => done(code ?? 1)));
  return false;
}

const BROWSER_PACKAGES = ['chromium', 'fonts-dejavu-core', 'fonts-wqy-microhei'];
const BROWSER_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser that tests drive: the one named by CHROME_PATH, else the first known name on the PATH. */
export function findChromium() {
  return process.env['CHROME_PATH'] || findOnPath(BROWSER_NAMES);
}

/**
 * @param {readonly string[]} names - of programs, the most wanted first.
 * @returns {string | undefined} the path of the first that is there.
 */
export function findOnPath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not ours to run: both mean "look on"
  }
}

/**
 * Finds a Chromium, or installs Debian's with fonts for Latin and Chinese.
 * @returns {Promise<string>} its path.
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const advice = `Install it by hand (as root: apt-get install ${BROWSER_PACKAGES.join(' ')}), or set CHROME_PATH to a Chromium or Chrome.`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`The tests need a Chromium and none is on the PATH. ${advice}`);
  }
  progress('installing chromium and fonts (apt-get, about a minute)…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patient = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...patient, 'update'], { env, advice });
  await run('apt-get', [...patient, 'install', '-y', '--no-install-recommends', ...BROWSER_PACKAGES], { env, advice });
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(`apt-get installed chromium, but no such program is on the PATH. ${advice}`);
}

/** Where the person stood who called `npm run`: npm itself moves to the repository, but paths on the command line do not. */
export function callersFolder() {
  return process.env['INIT_CWD'] ?? process.cwd();
}

/**
 * Ends a command with a message instead of a stack.
 * @param {unknown} error
 */
export function reportFailure(error) {
  progress(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
