// @ts-check
/** VS Code served on loopback: settings, installing a VSIX, starting, stopping. Needs what `install.mjs` lays down. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { REPO_NODE, run } from '../setup.mjs';
import { openFrontDoor } from './frontDoor.mjs';

/**
 * @typedef {object} Workbench - where one VS Code lives.
 * @property {string} vscode - the installed server, from `ensureWorkbench`.
 * @property {string} home - its own folder: data, extensions, log. May be new.
 *
 * @typedef {object} RunningWorkbench
 * @property {number} port - of the address on 127.0.0.1; state in the browser belongs to it.
 * @property {(folder: string) => string} url - the address that opens a folder (absolute path). Carries the access token.
 * @property {() => Promise<void>} stop
 */

/** A quiet editor without accounts, telemetry, updates and its own chat; the folder is trusted, as it is opened to be tried. */
const SETTINGS = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'git.openRepositoryInParentFolders': 'never',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
};

/** The built-in extensions that a test of documents needs; all of them take twice the processor time. */
const FEW_BUILT_INS = ['theme-defaults', 'theme-seti', 'git-base', 'json', 'markdown-basics', 'javascript', 'typescript-basics', 'python'];

/** Long enough for a busy machine, in milliseconds. */
const START_LIMIT_MS = 90_000;

/**
 * Writes the user settings of a workbench. A running VS Code takes them over at once.
 *
 * @param {Workbench} workbench
 * @param {Record<string, unknown>} [extra] - on top of the quiet ones.
 */
export function writeSettings({ home }, extra = {}) {
  writeJson(join(home, 'data/data/User/settings.json'), { ...SETTINGS, ...extra });
}

/**
 * Writes the settings of the machine, the place of those that no workspace may change.
 *
 * @param {Workbench} workbench
 * @param {Record<string, unknown>} settings
 */
export function writeMachineSettings({ home }, settings) {
  writeJson(join(home, 'data/data/Machine/settings.json'), settings);
}

/**
 * @param {string} file
 * @param {object} content
 */
function writeJson(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content, null, 2));
}

/**
 * @param {Workbench} workbench
 * @param {string} vsix - path of the packaged extension.
 */
export async function installExtension(workbench, vsix) {
  mkdirSync(workbench.home, { recursive: true });
  const output = await run(REPO_NODE, [...serverArguments(workbench), '--install-extension', vsix, '--force'], {
    cwd: workbench.home, env: environment(workbench), advice: 'The VSIX may be broken: run `npm run package`.',
  });
  if (!/successfully installed/.test(output)) throw new Error(`VS Code did not install ${vsix}:\n${output}`);
}

/**
 * Starts a workbench behind a token and waits until it answers. It ends with this process at the latest.
 *
 * @param {Workbench} workbench
 * @param {{ port?: number, fewBuiltIns?: boolean }} [options] - `port` 0 takes a free one; `fewBuiltIns` starts faster.
 * @returns {Promise<RunningWorkbench>}
 */
export async function startWorkbench(workbench, { port = 0, fewBuiltIns = false } = {}) {
  const { home } = workbench;
  mkdirSync(home, { recursive: true });
  const { token, key } = secretsOf(home);
  const sockets = mkdtempSync(join(tmpdir(), 'docmind-')); // short: a socket's path has room for about 100 bytes
  const socket = join(sockets, 'vscode');
  const builtIns = fewBuiltIns ? ['--builtin-extensions-dir', linkBuiltIns(workbench)] : [];
  const child = spawnServer(workbench, ['--socket-path', socket, '--connection-token-file', join(home, 'token'), ...builtIns]);
  const gone = new Promise((done) => child.once('close', done));
  const stop = async () => {
    child.stdin?.end();
    await gone;
    rmSync(sockets, { recursive: true, force: true });
  };
  try {
    const door = await openFrontDoor({ socket, key, port });
    await ready(door.port, child, join(home, 'server.log'));
    return {
      port: door.port,
      url: (folder) => `http://127.0.0.1:${door.port}/?tkn=${token}&folder=${encodeURIComponent(folder)}`,
      stop: () => (door.close(), stop()),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {Workbench} workbench */
function serverArguments({ vscode, home }) {
  return [
    join(vscode, 'out/server-main.js'), '--accept-server-license-terms',
    '--server-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions'),
  ];
}

/** An empty gallery address stops look-ups in a public registry. */
function environment(/** @type {Workbench} */ { home }) {
  const { VSCODE_IPC_HOOK_CLI, NODE_OPTIONS, ...rest } = process.env;
  return { ...rest, HOME: home, EXTENSIONS_GALLERY: '{"serviceUrl":""}' };
}

/**
 * @param {Workbench} workbench
 * @param {readonly string[]} args
 */
function spawnServer(workbench, args) {
  const log = openSync(join(workbench.home, 'server.log'), 'a');
  const leash = fileURLToPath(new URL('leash.mjs', import.meta.url));
  const command = [leash, REPO_NODE, ...serverArguments(workbench), '--disable-telemetry', '--disable-workspace-trust', ...args];
  return spawn(REPO_NODE, command, {
    cwd: workbench.home, env: environment(workbench), stdio: ['pipe', log, log], detached: true,
  });
}

/**
 * The token keeps other users of this machine out; the key half must stay the same, or stored secrets are lost.
 * @param {string} home
 */
function secretsOf(home) {
  const keep = (/** @type {string} */ name) => {
    const file = join(home, name);
    if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString('hex'), { mode: 0o600 });
    return readFileSync(file, 'utf8');
  };
  return { token: keep('token'), key: Buffer.from(keep('key')) };
}

/** @param {Workbench} workbench */
function linkBuiltIns({ vscode, home }) {
  const folder = join(home, 'builtin');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of FEW_BUILT_INS) symlinkSync(join(vscode, 'extensions', name), join(folder, name));
  return folder;
}

/**
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} log
 */
async function ready(port, child, log) {
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`VS Code's server ended at once; its log: ${log}`);
    const answer = await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error(`VS Code's server did not answer within ${START_LIMIT_MS / 1000} s; its log: ${log}`);
}
