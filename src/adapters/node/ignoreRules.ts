import { dirname, join, relative, resolve } from 'node:path';
import ignore from 'ignore';
import type { Ignore } from 'ignore';
import { readRegularFile } from './regularFile';

/** Rules of one folder, for paths below it. */
interface FolderRules {
  /** Path of the folder with a closing `/`, empty for the workspace itself; paths are cut by it. */
  readonly prefix: string;
  /** What stands before a path of the workspace to make it a path below the folder, for folders above the workspace. */
  readonly outer: string;
  readonly patterns: readonly string[];
  readonly rules: Ignore;
}

/** The rules that hold in a folder, from the weakest to the strongest. */
export type RuleChain = readonly FolderRules[];

/** Caches, packages and tool folders that no one reads, whatever ignore files say of them. A later rule can take one back in. */
const UNREAD_FOLDERS = [
  'node_modules bower_components jspm_packages .yarn .pnpm-store',
  '__pycache__ .venv .tox .nox .mypy_cache .pytest_cache .ruff_cache .eggs *.egg-info',
  '.gradle .m2 .terraform .cargo .dart_tool .bundle',
  '.cache .next .nuxt .svelte-kit .turbo .parcel-cache .angular .docusaurus .nyc_output',
  '.hg .svn .idea .vs .vscode-test .docmind',
].flatMap((line) => line.split(' ').map((name) => `${name}/`));

const IGNORE_FILES = { git: '.gitignore', own: '.docmindignore' };
/** What is longer was not written as rules. */
const MAX_RULES_BYTES = 16 * 1024 * 1024;
/** Git itself compares names as the file system of the platform does. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin';

/** The rules that hold at the root of a workspace before its own ignore files are read. */
export async function rootRules(root: string, exclude: readonly string[], respectGitIgnore: boolean): Promise<RuleChain> {
  const chain: FolderRules[] = [rulesFrom('', '', UNREAD_FOLDERS)];
  if (respectGitIgnore) {
    chain.push(...(await repositoryRules(root)));
  }
  if (exclude.length > 0) {
    chain.push(rulesFrom('', '', exclude));
  }
  return chain;
}

/** The chain for a folder, with the rules of the ignore files in it; `names` are the names of its entries. */
export async function withFolderRules(
  chain: RuleChain,
  folder: { readonly absolute: string; readonly path: string; readonly names: ReadonlySet<string> },
  respectGitIgnore: boolean,
): Promise<RuleChain> {
  const files = [...(respectGitIgnore ? [IGNORE_FILES.git] : []), IGNORE_FILES.own].filter((name) => folder.names.has(name));
  if (files.length === 0) {
    return chain;
  }
  const texts = await Promise.all(files.map((name) => readOrEmpty(join(folder.absolute, name))));
  return [...chain, rulesFrom(folder.path === '' ? '' : `${folder.path}/`, '', texts)];
}

/** What the rules say of a path: left out, expressly taken in, or nothing. */
export type Verdict = 'out' | 'in' | 'silent';

/** The strongest rule that speaks of a path decides. `path` is below every folder of the chain, and no folder it is in is left out. */
export function judge(chain: RuleChain, path: string, isFolder: boolean): Verdict {
  for (let index = chain.length - 1; index >= 0; index--) {
    const folder = chain[index];
    const verdict = folder?.rules.test(pathBelow(folder, path) + (isFolder ? '/' : ''));
    if (verdict?.ignored || verdict?.unignored) {
      return verdict.ignored ? 'out' : 'in';
    }
  }
  return 'silent';
}

function pathBelow(folder: FolderRules, path: string): string {
  return folder.outer + path.slice(folder.prefix.length);
}

/**
 * The chain for the inside of a folder that a stronger rule took back in. Weaker rules that leave the folder out mean the folder,
 * not each file in it, so they no longer hold for what is inside.
 */
export function reopened(chain: RuleChain, path: string): RuleChain {
  return chain.map((folder) => {
    const below = pathBelow(folder, path);
    const exception = `!/${below.replace(/[\\*?[\]!#]/g, '\\$&').replace(/ +$/, (spaces) => '\\ '.repeat(spaces.length))}/`;
    return folder.rules.test(`${below}/`).ignored ? rulesFrom(folder.prefix, folder.outer, [...folder.patterns, exception]) : folder;
  });
}

/** Rules for paths below one folder. */
function rulesFrom(prefix: string, outer: string, patterns: readonly string[]): FolderRules {
  const rules = ignore({ ignorecase: IGNORE_CASE, allowRelativePaths: true });
  for (const pattern of patterns) {
    rules.add(pattern);
  }
  return { prefix, outer, patterns, rules };
}

/** The rules of the repository that the workspace is (a folder of): its private excludes, and ignore files above the workspace. */
async function repositoryRules(root: string): Promise<FolderRules[]> {
  const folders = foldersUpFrom(root);
  const gitDirs = await Promise.all(folders.map((folder) => gitDirOf(folder)));
  const depth = gitDirs.findIndex((dir) => dir !== undefined);
  const gitDir = gitDirs[depth];
  if (gitDir === undefined) {
    return [];
  }
  const outerOf = (folder: string): string => relative(folder, root).replaceAll('\\', '/') + (folder === root ? '' : '/');
  const top = folders[depth] ?? root;
  const excludes = rulesFrom('', outerOf(top), [await readOrEmpty(join(gitDir, 'info', 'exclude'))]);
  const above = folders.slice(1, depth + 1).reverse();
  const texts = await Promise.all(above.map((folder) => readOrEmpty(join(folder, IGNORE_FILES.git))));
  return [excludes, ...above.map((folder, index) => rulesFrom('', outerOf(folder), [texts[index] ?? '']))];
}

function foldersUpFrom(root: string): string[] {
  const folders = [root];
  for (let folder = dirname(root); folder !== folders.at(-1); folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}

/** Git's own folder for a work tree: `.git`, or where the file `.git` of a linked work tree or submodule points. */
async function gitDirOf(folder: string): Promise<string | undefined> {
  const dotGit = join(folder, '.git');
  const link = /^gitdir:[ \t]*(.+)$/m.exec(await readOrEmpty(dotGit))?.[1];
  if (link === undefined) {
    return (await readOrEmpty(join(dotGit, 'HEAD'))) === '' ? undefined : dotGit;
  }
  const gitDir = resolve(folder, link.trim());
  return resolve(gitDir, (await readOrEmpty(join(gitDir, 'commondir'))).trim());
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return (await readRegularFile(path, MAX_RULES_BYTES)).toString();
  } catch {
    // An ignore file that is absent, cannot be read, or is no file has no rules.
    return '';
  }
}
