/** A file or folder that a name may mean, split for comparing. */
interface Candidate {
  readonly path: string;
  /** The path without the ending of the file name: of `docs/setup.de.md`, `docs/setup.de`. */
  readonly stem: string;
  readonly isFolder: boolean;
}

/** How a name can mean a path, the surest way first. */
const WAYS: readonly ((name: string, candidate: Candidate) => boolean)[] = [
  (name, { path }) => path === name,
  (name, { path, isFolder }) => !isFolder && endsAtSegment(path, name),
  (name, { stem, isFolder }) => !isFolder && endsAtSegment(stem, name),
  (name, { path, isFolder }) => isFolder && endsAtSegment(path, name),
];

/**
 * The files and folders that a name may mean: by their whole path, by the end of it, by the end of it without the ending of
 * the file, folders last; then all of these again without regard to case, width and composition of characters. Of two that a
 * name means in the same way, the one nearer to the root comes first. Only paths that are given, and their folders, are found.
 *
 * @param name - as a person or a model writes it: `\` for `/`, a leading `@`, `./` or `/` and a `/` at the end do not matter.
 * @param files - paths, `/`-separated.
 * @param limit - paths returned, at most.
 */
export function findPaths(name: string, files: readonly string[], limit: number): string[] {
  const wanted = plainName(name);
  if (wanted === '' || limit <= 0) {
    return [];
  }
  const candidates = [...files.map(asFile), ...foldersOf(files).map(asFolder)];
  const exact = ranked(wanted, candidates, (text) => text);
  const found = exact.length >= limit ? exact : [...exact, ...ranked(wanted, candidates, fold)];
  return [...new Set(found)].slice(0, limit);
}

function plainName(name: string): string {
  return name.trim().replaceAll('\\', '/').replace(/^@/, '').replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
}

function ranked(name: string, candidates: readonly Candidate[], as: (text: string) => string): string[] {
  const wanted = as(name);
  return candidates
    .flatMap(({ path, stem, isFolder }) => {
      const way = WAYS.findIndex((means) => means(wanted, { path: as(path), stem: as(stem), isFolder }));
      return way === -1 ? [] : [{ path, way, depth: path.split('/').length }];
    })
    .sort((a, b) => a.way - b.way || a.depth - b.depth || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function endsAtSegment(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

function asFile(path: string): Candidate {
  const dot = path.lastIndexOf('.');
  // A dot in a folder, or at the beginning of a name, begins no ending.
  return { path, stem: dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path, isFolder: false };
}

function asFolder(path: string): Candidate {
  return { path, stem: path, isFolder: true };
}

/** Every folder that holds a file, directly or not. */
function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    // From the inside out: where one is known, so are those around it.
    for (let slash = file.lastIndexOf('/'); slash > 0 && !folders.has(file.slice(0, slash)); slash = file.lastIndexOf('/', slash - 1)) {
      folders.add(file.slice(0, slash));
    }
  }
  return [...folders];
}
