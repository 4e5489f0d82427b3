import { expect, test } from 'vitest';
import type { WorkspaceFiles } from '../../src/model/ports';

/** What every workspace must do, in memory or on disk. `open` makes one that holds these files and nothing else. */
export function workspaceFilesContract(name: string, open: (files: Readonly<Record<string, string>>) => Promise<WorkspaceFiles>): void {
  const never = new AbortController().signal;

  test(`${name}: files are listed by path, in order, with their size in bytes`, async () => {
    const files = await open({ 'b.md': 'é', 'a/z.md': '', 'a.md': 'one', 'ä b/日本.md': 'x' });
    const { files: listed, failed } = await files.list(never);
    expect(listed.map(({ path, size }) => [path, size])).toEqual([['a.md', 3], ['a/z.md', 0], ['b.md', 2], ['ä b/日本.md', 1]]);
    expect(listed.every(({ mtimeMs }) => Number.isFinite(mtimeMs))).toBe(true);
    expect(failed).toEqual([]);
  });

  test(`${name}: a listed file is read byte by byte`, async () => {
    const files = await open({ 'docs/a.md': '\ufeff# é\r\n' });
    expect([...(await files.read('docs/a.md'))]).toEqual([...new TextEncoder().encode('\ufeff# é\r\n')]);
  });

  test(`${name}: an empty workspace lists nothing`, async () => {
    expect((await (await open({})).list(never)).files).toEqual([]);
  });

  test(`${name}: a file that is not there is not found`, async () => {
    const files = await open({ 'a.md': 'x' });
    await expect(files.read('b.md')).rejects.toMatchObject({ code: 'files.notFound' });
    await expect(files.read('a.md/b.md')).rejects.toMatchObject({ code: 'files.notFound' });
  });

  test.each(['../a.md', '/etc/passwd', 'docs/../../a.md', '..'])(`${name}: %s is not read, it leaves the workspace`, async (path) => {
    const files = await open({ 'a.md': 'x', 'docs/b.md': 'y' });
    await expect(files.read(path)).rejects.toMatchObject({ code: 'files.unreadable' });
  });

  test(`${name}: listing stops when it is cancelled`, async () => {
    const files = await open({ 'a.md': 'x' });
    await expect(files.list(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });
}
