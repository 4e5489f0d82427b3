import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createWorkspaceFiles } from '../../../src/adapters/node/workspaceFiles';
import type { WorkspaceFilesOptions } from '../../../src/adapters/node/workspaceFiles';
import { MemoryFiles } from '../../support/memoryFiles';
import { workspaceFilesContract } from '../../support/workspaceFilesContract';

const base = mkdtempSync(join(tmpdir(), 'docmind-walk-'));
afterAll(() => { rmSync(base, { recursive: true, force: true }); });

const never = new AbortController().signal;
let folders = 0;

function tree(files: Readonly<Record<string, string>>): string {
  const root = join(base, `tree${folders++}`);
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

async function list(root: string, options: Omit<WorkspaceFilesOptions, 'root'> = {}): Promise<string[]> {
  return (await createWorkspaceFiles({ root, ...options }).list(never)).files.map(({ path }) => path);
}

async function check(files: Readonly<Record<string, string>>, expected: readonly string[], options: Omit<WorkspaceFilesOptions, 'root'> = {}): Promise<void> {
  expect(await list(tree(files), options)).toEqual(expected);
}

workspaceFilesContract('memory', async (files) => new MemoryFiles(files));
workspaceFilesContract('disk', async (files) => createWorkspaceFiles({ root: tree(files) }));

test('rules of an ignore file hold below its folder, and the deeper file decides', () =>
  check(
    { '.gitignore': '*.log\n/top.md\n', 'top.md': '', 'a/top.md': '', 'a/x.log': '', 'a/.gitignore': '!x.log\n', 'b/x.log': '' },
    ['.gitignore', 'a/.gitignore', 'a/top.md', 'a/x.log'],
  ));

test('a file in a left-out folder stays out, unless the folder is taken back in', () =>
  check(
    { '.gitignore': 'build/\nout/*\n!out/keep.md\n', 'build/.gitignore': '!*\n', 'build/a.md': '', 'out/a.md': '', 'out/keep.md': '', 'docs/.gitignore': '!build/\n', 'docs/build/a.md': '', 'docs/build/sub/b.md': '' },
    ['.gitignore', 'docs/.gitignore', 'docs/build/a.md', 'docs/build/sub/b.md', 'out/keep.md'],
  ));

test('packages and caches are never read, but an ignore file can take them in', async () => {
  await check({ 'node_modules/a/README.md': '', '.venv/b.md': '', 'x/__pycache__/c.txt': '', '.github/d.md': '' }, ['.github/d.md']);
  await check({ '.gitignore': '!node_modules\n', 'node_modules/a/README.md': '' }, ['.gitignore', 'node_modules/a/README.md']);
});

test('include opens exactly the left-out places that it names', async () => {
  const files = { '.gitignore': 'dist\n*.tmp\n', 'dist/docs/a.md': '', 'dist/b.js': '', 'node_modules/p/README.md': '', 'node_modules/q/README.md': '', 'x.tmp': '', 'y.tmp': '' };
  await check(files, ['.gitignore', 'dist/docs/a.md', 'node_modules/p/README.md', 'x.tmp'], { include: ['dist/docs', '/node_modules/p/**', 'x.tmp'] });
  await check(files, ['.gitignore', 'dist/b.js', 'dist/docs/a.md'], { include: ['dist'] });
});

test('exclude leaves out what no ignore file names', () =>
  check({ 'a.md': '', 'old/b.md': '', 'c.csv': '' }, ['a.md'], { exclude: ['old', '*.csv'] }));

test('.docmindignore counts beside .gitignore, and alone where git ignore files do not count', async () => {
  const files = { '.gitignore': 'a.md\nb.md\n', '.docmindignore': '!b.md\nc.md\n', 'a.md': '', 'b.md': '', 'c.md': '' };
  await check(files, ['.docmindignore', '.gitignore', 'b.md']);
  await check(files, ['.docmindignore', '.gitignore', 'a.md', 'b.md'], { respectGitIgnore: false });
});

test('.git is never listed, and its private excludes hold', () =>
  check({ '.git/HEAD': 'ref: refs/heads/main', '.git/info/exclude': 'private.md\n', 'private.md': '', 'a.md': '', 'sub/.git': 'gitdir: x' }, ['a.md']));

test('a workspace inside a repository keeps to the rules above it', async () => {
  const repository = tree({ '.git/HEAD': 'ref', '.git/info/exclude': '/pkg/one/e.md\n', '.gitignore': 'pkg/one/secret.md\n*.log\n', 'pkg/.gitignore': '!b.log\n', 'pkg/one/secret.md': '', 'pkg/one/a.log': '', 'pkg/one/b.log': '', 'pkg/one/c.md': '', 'pkg/one/e.md': '' });
  expect(await list(join(repository, 'pkg/one'))).toEqual(['b.log', 'c.md']);
});

test('a linked work tree keeps to the excludes of its repository', async () => {
  const root = tree({ 'main/.git/HEAD': 'ref', 'main/.git/info/exclude': 'no.md\n', 'main/.git/worktrees/w/commondir': '../..\n', 'w/no.md': '', 'w/a.md': '' });
  writeFileSync(join(root, 'w/.git'), `gitdir: ${join(root, 'main/.git/worktrees/w')}\n`);
  expect(await list(join(root, 'w'))).toEqual(['a.md']);
});

test('what links lead to inside the workspace is listed once, where it really is', async () => {
  const root = tree({ 'docs/a.md': '', 'hidden/b.md': '', '.gitignore': 'hidden/\n', 'only/c.md': '' });
  symlinkSync('docs', join(root, 'aaa'));
  symlinkSync('docs/a.md', join(root, 'a-link.md'));
  symlinkSync('../..', join(root, 'docs/up'));
  symlinkSync('.', join(root, 'docs/self'));
  symlinkSync('hidden', join(root, 'shown'));
  symlinkSync('hidden', join(root, 'shown2'));
  symlinkSync('nowhere', join(root, 'broken'));
  symlinkSync('loop', join(root, 'loop'));
  expect(await list(root)).toEqual(['.gitignore', 'docs/a.md', 'hidden/b.md', 'only/c.md']);
});

test('a left-out file that a link leads to keeps its own name, which says what it is', async () => {
  const root = tree({ '.env': 'TOKEN=1', '.ssh/deploy': 'key', '.gitignore': '.env\n.ssh\n' });
  symlinkSync('.env', join(root, 'notes.txt'));
  symlinkSync('.ssh/deploy', join(root, 'deploy.md'));
  expect(await list(root)).toEqual(['.env', '.gitignore', '.ssh/deploy']);
});

test('the folder of the index is not listed, whatever leads there', async () => {
  const root = tree({ 'a.md': '', 'index/manifest.json': '{}' });
  symlinkSync('index', join(root, 'link'));
  symlinkSync(root, `${root}-other`);
  expect(await list(root, { without: join(root, 'index') })).toEqual(['a.md']);
  expect(await list(root, { without: join(`${root}-other`, 'index') })).toEqual(['a.md']);
  expect(await list(root, { without: join(root, 'nowhere') })).toEqual(['a.md', 'index/manifest.json']);
});

test('links that lead out of the workspace are neither listed nor read', async () => {
  const outside = tree({ 'secret.md': 'secret', 'sub/b.md': '' });
  const root = tree({ 'a.md': '', '.git/config': '' });
  symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
  symlinkSync(join(outside, 'sub'), join(root, 'linked'));
  symlinkSync('.git', join(root, 'git'));
  expect(await list(root)).toEqual(['a.md']);
  const files = createWorkspaceFiles({ root });
  await expect(files.read('link.md')).rejects.toMatchObject({ code: 'files.unreadable' });
  await expect(files.read('linked/b.md')).rejects.toMatchObject({ code: 'files.unreadable' });
});

test('a workspace that is itself a link is walked and read', async () => {
  const root = tree({ 'a.md': 'text' });
  symlinkSync(root, `${root}-link`);
  expect(await list(`${root}-link`)).toEqual(['a.md']);
  expect(new TextDecoder().decode(await createWorkspaceFiles({ root: `${root}-link` }).read('a.md'))).toBe('text');
});

test.each([
  ['missing', 'files.notFound', /does not exist/],
  ['a.md', 'files.notFound', /is a file, not a folder/],
])('a root that is %s says so', async (name, code, message) => {
  const files = createWorkspaceFiles({ root: join(tree({ 'a.md': '' }), name) });
  await expect(files.list(never)).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
});

test('names that look like something else are still names', async () => {
  const root = tree({ 'c:d.md': 'x', '..md': 'y', 'a\\..\\b.md': 'z', '!x#.md': '' });
  const files = createWorkspaceFiles({ root });
  expect(await list(root)).toEqual(['!x#.md', '..md', 'a\\..\\b.md', 'c:d.md']);
  for (const path of await list(root)) {
    await expect(files.read(path)).resolves.toBeInstanceOf(Uint8Array);
  }
});

test('a pipe is not listed, and reading one does not hang', async () => {
  const root = tree({ 'a.md': '' });
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'pipe.md')]);
  expect(await list(root)).toEqual(['a.md']);
  await expect(createWorkspaceFiles({ root }).read('pipe.md')).rejects.toMatchObject({ code: 'files.unreadable' });
  await expect(createWorkspaceFiles({ root }).read('')).rejects.toMatchObject({ code: 'files.unreadable' });
});

test.each(['.gitignore', '.docmindignore', 'sub/.gitignore', '.git'])('a pipe in place of %s has no rules, and is not waited for', async (name) => {
  const root = tree({ 'a.md': '', 'sub/b.md': '' });
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, name)]);
  expect(await list(root)).toEqual(['a.md', 'sub/b.md']);
});

test('an ignore file that leads to a device is not read', async () => {
  const root = tree({ 'a.md': '' });
  symlinkSync('/dev/zero', join(root, '.gitignore'));
  expect(await list(root)).toEqual(['a.md']);
});

test('a file that has grown beyond the limit since it was listed is not read', async () => {
  const root = tree({ 'a.md': 'four' });
  await expect(createWorkspaceFiles({ root, maxBytes: 4 }).read('a.md')).resolves.toHaveLength(4);
  await expect(createWorkspaceFiles({ root, maxBytes: 3 }).read('a.md')).rejects.toMatchObject({ code: 'files.unreadable', message: 'a.md is too large.' });
});

test.skipIf(process.getuid?.() === 0)('a folder without permission is reported, the others are listed', async () => {
  const root = tree({ 'a.md': '', 'closed/b.md': '' });
  chmodSync(join(root, 'closed'), 0);
  const listing = await createWorkspaceFiles({ root }).list(never);
  chmodSync(join(root, 'closed'), 0o755);
  expect(listing.files.map(({ path }) => path)).toEqual(['a.md']);
  expect(listing.failed).toEqual([{ path: 'closed', reason: 'Permission denied.' }]);
});

test('names that are not Unicode are reported, not lost', async () => {
  const root = tree({ 'a.md': '' });
  const named = (bytes: readonly number[]): Buffer => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytes)]);
  writeFileSync(named([0x62, 0xff]), 'x');
  mkdirSync(named([0x63, 0xff]));
  const listing = await createWorkspaceFiles({ root }).list(never);
  expect(listing.files.map(({ path }) => path)).toEqual(['a.md']);
  expect(listing.failed.map(({ path }) => path)).toEqual(['b\ufffd', 'c\ufffd']);
});

const names = fc.constantFrom('a', 'b', 'build', 'x.log', 'y.md', 'z z.md', 'a[1].md');
const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const patterns = fc.tuple(fc.constantFrom('', '!'), fc.constantFrom('', '/', '**/', '*/'), fc.oneof(paths, fc.constantFrom('*.log', '*.md', '*', 'b*', '?', '[ab]', 'a\\[1].md', '**/b/**', 'z z.md ')), fc.constantFrom('', '/', '/*', '/**'));
const ignoreFiles = fc.dictionary(fc.oneof(fc.constant(''), fc.constantFrom('a/', 'a/b/', 'build/', 'b/')), fc.array(patterns.map((parts) => parts.join('')), { maxLength: 5 }), { maxKeys: 3 });

test('git lists the same files, whatever the tree and its ignore files', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(paths, { maxLength: 14 }), ignoreFiles, async (files, ignores) => {
      const contents: Record<string, string> = {};
      for (const path of files) {
        // A name is a file or a folder, not both.
        if (!Object.keys(contents).some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))) {
          contents[path] = '';
        }
      }
      for (const [folder, lines] of Object.entries(ignores)) {
        if (!Object.keys(contents).some((other) => folder.startsWith(`${other}/`))) {
          contents[`${folder}.gitignore`] = lines.join('\n');
        }
      }
      const root = tree(contents);
      execFileSync('git', ['init', '-q', '--template='], { cwd: root });
      const git = execFileSync('git', ['-c', 'core.excludesFile=', 'ls-files', '-z', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
      expect(await list(root)).toEqual(git.split('\0').filter((path) => path !== '').sort());
    }),
    { numRuns: 80 },
  );
});
