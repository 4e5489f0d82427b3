import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultIndexDir } from '../../../src/cli/indexDir';

test.each([
  [{ XDG_CACHE_HOME: '/caches' }, '/caches/docmind'],
  [{ XDG_CACHE_HOME: '', LOCALAPPDATA: '/local' }, '/local/docmind'],
  [{ XDG_CACHE_HOME: 'relative' }, join(homedir(), '.cache/docmind')],
  [{}, join(homedir(), '.cache/docmind')],
])('%j puts indexes below %s', (env, place) => {
  const dir = defaultIndexDir('/home/me/my project', env);
  expect(dir.startsWith(`${place}/my_project-`)).toBe(true);
  expect(dir).not.toBe(defaultIndexDir('/other/my project', env));
});
