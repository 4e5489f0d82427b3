// @ts-check
/** `npm start [folder]`: DocMind on a folder, in the installed VS Code or in one served to the browser. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureVsix } from '../product.mjs';
import { callersFolder, findOnPath, prepareNode, progress, reportFailure, ROOT, run } from '../setup.mjs';
import { cacheFolder, ensureWorkbench } from './install.mjs';
import { installExtension, startWorkbench, writeSettings } from './server.mjs';

/** Always the same, because the browser keeps settings, secrets and window state per address. */
const PORT = 8137;

const USAGE = `Usage: npm start -- [folder] [--browser] [--port N]

Opens DocMind on a folder (default: the sample documentation in test/fixtures/corpus), in VS Code if \`code\` is on the
PATH, else in a VS Code served on this machine for the browser.

  --browser   the served VS Code even if \`code\` is there
  --port N    the port of the served VS Code (default ${PORT}; a free one if that is taken)
`;

/** A command line that cannot be followed. */
class UsageError extends Error {}

function readArguments() {
  const { values, positionals } = parseArguments();
  if (values.help) return undefined;
  if (positionals.length > 1) throw new UsageError(`One folder at a time, not ${positionals.length}.`);
  const folder = resolve(callersFolder(), positionals[0] ?? join(ROOT, 'test/fixtures/corpus'));
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}. Check the path.`);
  if (!statSync(folder).isDirectory()) throw new UsageError(`${folder} is a file. Name the folder to open.`);
  const port = Number(values.port ?? PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new UsageError(`--port takes a number from 0 to 65535, not ${values.port}.`);
  return { folder, port, browser: values.browser ?? false };
}

function parseArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, browser: { type: 'boolean' }, port: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} code - the program.
 * @param {string} folder
 * @param {string} vsix
 */
async function openDesktop(code, folder, vsix) {
  const advice = 'Try `npm start -- --browser` instead.';
  progress('installing the extension into VS Code…');
  await run(code, ['--install-extension', vsix, '--force'], { env: process.env, advice });
  await run(code, [folder], { env: process.env, advice });
  progress(`opened ${folder} in VS Code; DocMind is in the activity bar`);
}

/**
 * @param {string} folder
 * @param {string} vsix
 * @param {number} port
 */
async function serve(folder, vsix, port) {
  const workbench = { vscode: await ensureWorkbench(), home: join(cacheFolder(), 'home') };
  writeSettings(workbench);
  progress('installing the extension…');
  await installExtension(workbench, vsix);
  progress('starting VS Code…');
  const server = await startWorkbench(workbench, { port }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    progress(`port ${port} is taken, so another one is used; the browser keeps separate settings and keys for it`);
    return startWorkbench(workbench);
  });
  process.stdout.write(`\nDocMind is ready. Open this address in a browser:\n\n  ${server.url(folder)}\n\nCtrl-C ends it.\n`);
  await new Promise((done) => ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => process.once(signal, done)));
  progress('stopping…');
  await server.stop();
}

async function main() {
  const wish = readArguments();
  if (!wish) return void process.stdout.write(USAGE);
  if (!(await prepareNode())) return;
  const vsix = await ensureVsix();
  const code = wish.browser ? undefined : findOnPath(['code']);
  if (code) await openDesktop(code, wish.folder, vsix);
  else await serve(wish.folder, vsix, wish.port);
}

await main().catch((error) => {
  reportFailure(error);
  if (error instanceof UsageError) process.exitCode = 2;
});
