import type { FileRecord } from '../model/manifest';

/**
 * Headings that a newcomer could ask about: of documents rather than code, nearer the top of the tree first, one per
 * document before a second of any.
 */
export function telling(files: readonly FileRecord[], limit: number): string[] {
  const perFile = [...files]
    .sort((a, b) => depth(a.path) - depth(b.path))
    .map(sectionHeadings)
    .filter((headings) => headings.length > 0);
  const chosen = new Set<string>();
  const rounds = Math.max(0, ...perFile.map((headings) => headings.length));
  for (let round = 0; round < rounds && chosen.size < limit; round += 1) {
    for (const headings of perFile) {
      const heading = headings[round];
      if (heading !== undefined && chosen.size < limit) {
        chosen.add(heading);
      }
    }
  }
  return [...chosen];
}

/** `2.4.1 (2026-05-12)`, `v3`, `Unreleased`: a section of a changelog, which nobody asks about by its name. */
const RELEASE = /^\[?(?:v?\d+(?:\.\d+)*\b|unreleased)/iu;

/** Second-level headings say what a document is about better than its title or its details. */
function sectionHeadings({ state }: FileRecord): string[] {
  if (state.kind !== 'indexed') {
    return [];
  }
  const headings = state.chunks.flatMap(({ kind, headings: trail }) => (kind === 'section' ? trail.slice(1, 2) : []));
  return [...new Set(headings)].filter((heading) => heading.length <= 60 && !RELEASE.test(heading));
}

function depth(path: string): number {
  return path.split('/').length;
}
