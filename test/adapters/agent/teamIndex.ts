import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { DocumentIndex } from '../../../src/app/documentIndex';
import { composeIndex } from '../../../src/engine/compose';
import { sharedIndex } from '../cli/docmind';
import { TEAM } from './askTeam';

const DIST = join(import.meta.dirname, '../../../dist');

/**
 * The index of the small handbook in this process, for what would take too long as processes of their own. The tests of a file
 * share it.
 */
export function teamIndex(): () => DocumentIndex {
  const dir = sharedIndex();
  let index: DocumentIndex | undefined;
  beforeAll(async () => {
    const own = await composeIndex({ root: TEAM, dir: dir(), assets: DIST, maxFileBytes: 1e6, exclude: [], include: [] });
    await own.sync(() => undefined, new AbortController().signal);
    index = own;
    return () => own.dispose();
  });
  return () => {
    if (index === undefined) {
      throw new Error('The index is not there yet.');
    }
    return index;
  };
}
