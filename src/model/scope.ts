import type { DocumentKind } from './document';

/** A part of the workspace. Each list narrows it down; an absent or empty list does not. */
export interface SearchScope {
  /** Files and folders by their path, without a slash at the end. */
  readonly paths?: readonly string[];
  readonly kinds?: readonly DocumentKind[];
}

/** What is indexed of a part of the workspace. */
export interface ScopedContent {
  readonly paths: ReadonlySet<string>;
  /** Content keys of the chunks of these files. */
  readonly keys: ReadonlySet<string>;
}

/** True if a file is in a part of the workspace. */
export function isInScope({ paths = [], kinds = [] }: SearchScope, file: { readonly path: string; readonly kind: DocumentKind }): boolean {
  const isUnder = (path: string) => file.path === path || file.path.startsWith(`${path}/`);
  return (paths.length === 0 || paths.some(isUnder)) && (kinds.length === 0 || kinds.includes(file.kind));
}

/** True if nothing is narrowed down. */
export function isWholeWorkspace({ paths = [], kinds = [] }: SearchScope): boolean {
  return paths.length === 0 && kinds.length === 0;
}
