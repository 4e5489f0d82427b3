// @ts-check
/**
 * A real VS Code out of the npm registry: the server and workbench that the package code-server carries
 * in `lib/vscode`, without code-server's own outer program. No compiler and no install script is needed.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { progress, repoEnvironment, run } from '../setup.mjs';

/** The release of code-server, and with it of VS Code (1.139.1); it runs on Node 24. */
const VERSION = '4.139.1';

/** Changes when the steps below change, so that an older installation is not taken for this one. */
const RECIPE = 1;

/**
 * Dependencies that only Copilot's agent, dev containers, Kerberos proxies or Windows load: 220 MB and most of the compiling.
 */
const UNUSED = [
  '@devcontainers/cli', '@github/copilot-sdk', '@microsoft/mxc-sdk', '@vscode/sqlite3',
  '@vscode/windows-process-tree', '@vscode/windows-registry', 'kerberos', 'ssh2',
];

const ADVICE = 'Check the connection to the npm registry and the free space (about 600 MB), then try again.';

/** Where this machine keeps VS Code and the try-out's own data. */
export function cacheFolder() {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'docmind-workbench');
}

/**
 * Installs VS Code's server once per machine and version.
 *
 * Safe to call from several processes: each installs beside the final folder, and the first rename wins.
 *
 * @returns {Promise<string>} the folder of VS Code, with `out/server-main.js`.
 */
export async function ensureWorkbench() {
  const cache = cacheFolder();
  const home = join(cache, `${VERSION}-${RECIPE}`);
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  try {
    await install(draft);
    renameSync(join(draft, 'vscode'), home);
  } catch (error) {
    if (!existsSync(home)) throw error; // otherwise another process was quicker, and its copy is as good
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return home;
}

/** @param {string} draft - an empty folder; VS Code ends up in its subfolder `vscode`. */
async function install(draft) {
  progress(`downloading VS Code for the browser (code-server ${VERSION} from npm)…`);
  const home = join(draft, 'vscode');
  mkdirSync(home);
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', draft, `code-server@${VERSION}`], {
    cwd: draft, advice: ADVICE,
  });
  const tarball = join(draft, `code-server-${VERSION}.tgz`);
  await run('tar', ['xzf', tarball, '-C', home, '--strip-components=3', 'package/lib/vscode'], { advice: ADVICE });
  rmSync(tarball);

  progress('installing the packages of VS Code (npm, about a minute)…');
  dropUnused(join(home, 'package.json'), (json) => json.dependencies);
  dropUnused(join(home, 'npm-shrinkwrap.json'), (json) => json.packages[''].dependencies);
  await run('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home, env: outerEnvironment(), advice: ADVICE,
  });
  replaceNativeModules(join(home, 'node_modules/@vscode'));
}

/** `npm test` hands its own settings down as npm_* variables; they must not steer the npm that works in another folder. */
function outerEnvironment() {
  return Object.fromEntries(Object.entries(repoEnvironment()).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name)));
}

/**
 * @param {string} file - JSON.
 * @param {(json: any) => Record<string, string>} dependenciesOf
 */
function dropUnused(file, dependenciesOf) {
  const json = JSON.parse(readFileSync(file, 'utf8'));
  for (const name of UNUSED) delete dependenciesOf(json)[name];
  writeFileSync(file, JSON.stringify(json, null, 2));
}

/**
 * The two native modules that are loaded and have no prebuilt binary get stand-ins in plain JavaScript.
 * @param {string} scope - the folder node_modules/@vscode.
 */
function replaceNativeModules(scope) {
  writeFileSync(join(scope, 'spdlog/index.js'), readFileSync(new URL('spdlogStandIn.cjs', import.meta.url)));
  writeFileSync(join(scope, 'native-watchdog/index.js'), 'exports.start = () => {};\nexports.exit = (code) => process.exit(code);\n');
}
