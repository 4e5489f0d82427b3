// @ts-check
/** The built product, made again only when something it is made of has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { progress, REPO_NODE, ROOT, run } from './setup.mjs';

const ADVICE = 'Mend what it names, then try again.';

/** Builds dist/ for this machine, which takes about a second once the models are there. */
export async function ensureBuild() {
  progress('building…');
  await run(REPO_NODE, ['esbuild.mjs'], { advice: ADVICE });
}

/**
 * Packages the extension for this machine.
 * @returns {Promise<string>} the absolute path of the VSIX.
 */
export async function ensureVsix() {
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const vsix = join(ROOT, 'dist', `${name}-${version}-${process.platform}-${process.arch}.vsix`);
  const stamp = `${vsix}.sources`;
  const hash = hashOfSources();
  if (existsSync(vsix) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return vsix;
  progress('packaging the extension…');
  await run(REPO_NODE, ['esbuild.mjs', '--package', '--target', 'current'], { advice: ADVICE });
  writeFileSync(stamp, hash);
  return vsix;
}

/** All files at the top level may count, and these folders. */
const SOURCE_FOLDERS = /^(src|webview-ui|media)$/;

/** @returns {string} a hash over the path and content of each file that the VSIX depends on. */
function hashOfSources() {
  const top = readdirSync(ROOT, { withFileTypes: true });
  const files = top.flatMap((entry) => {
    if (entry.isFile()) return [entry.name];
    return SOURCE_FOLDERS.test(entry.name) ? filesBelow(entry.name) : [];
  });
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** @param {string} folder - relative to the repository. */
function filesBelow(folder) {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8', withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
