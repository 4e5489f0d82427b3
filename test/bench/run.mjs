// @ts-check
/** `npm run bench`: bundles the measurements as the product is bundled, and runs them in this process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  const outfile = join(folder, 'main.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    bundle: true, minify: true, platform: 'node', format: 'esm', target: 'node22', outfile, logLevel: 'warning',
  });
  const { main } = await import(pathToFileURL(outfile).href);
  process.exitCode = await main({ update: process.argv.includes('--update'), results: join(import.meta.dirname, 'RESULTS.md') });
} finally {
  rmSync(folder, { recursive: true });
}
