import ignore from 'ignore';
import type { Ignore } from 'ignore';

/** What a person takes in although ignore rules leave it out. */
export interface Inclusion {
  /** Whether the path, or a folder that it is in, is named. */
  takes(path: string, isFolder: boolean): boolean;
  /** Whether something inside the folder may be named, so that it has to be walked. */
  reaches(folder: string): boolean;
}

/** Reads patterns written as in an ignore file. One without a slash names something that is met on the way; it opens no folder. */
export function inclusionOf(patterns: readonly string[]): Inclusion {
  const rules: Ignore = ignore({ allowRelativePaths: true }).add(patterns);
  const heads = patterns.map(fixedHead).filter((head) => head !== '');
  return {
    takes: (path, isFolder) => patterns.length > 0 && rules.ignores(isFolder ? `${path}/` : path),
    reaches: (folder) => heads.some((head) => `${head}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${head}/`)),
  };
}

/** The folders of a pattern before its first wildcard; empty where it may match anywhere. */
function fixedHead(pattern: string): string {
  const parts = pattern.replace(/^\.?\//, '').replace(/\/$/, '').split('/');
  const wild = parts.findIndex((part) => /[*?[\\]/.test(part));
  if (parts.length === 1 && !pattern.startsWith('/')) {
    return '';
  }
  return parts.slice(0, wild < 0 ? parts.length : wild).join('/');
}
