// @ts-check
/**
 * `npm run eval [-- --only golden,grounding,SET…] [-- --update]`: builds the product and measures how well it finds and
 * answers; `--update` makes the figures the new baseline.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild } from '../support/product.mjs';
import { prepareNode, REPO_NODE, repoEnvironment, reportFailure, ROOT } from '../support/setup.mjs';

const SCRIPT = join(ROOT, 'dist/eval/main.cjs');

async function main() {
  if (!(await prepareNode())) return;
  await ensureBuild();
  const { build } = await import('esbuild'); // here, as it may have been installed just now
  await build({
    absWorkingDir: ROOT, entryPoints: ['test/eval/main.ts'], outfile: SCRIPT,
    bundle: true, packages: 'external', platform: 'node', format: 'cjs', logLevel: 'warning',
  });
  const child = spawn(REPO_NODE, [SCRIPT, '--root', ROOT, ...process.argv.slice(2)], { env: repoEnvironment(), stdio: 'inherit' });
  process.exitCode = await new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

await main().catch(reportFailure);
