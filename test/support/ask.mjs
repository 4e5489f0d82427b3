// @ts-check
/** `npm run ask -- "question" [--workspace folder] [flags of docmind ask]`: a cited answer in the terminal. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { callersFolder, prepareNode, REPO_NODE, repoEnvironment, reportFailure, ROOT } from './setup.mjs';
import { ensureBuild } from './product.mjs';

const USAGE = `Usage: npm run ask -- "question" [--workspace folder] [flags]

Indexes the folder if needed (default: the sample documentation in test/fixtures/corpus) and answers with citations.
Flags go to \`docmind ask\`, for example --json, --base-url URL --model NAME, --no-progress.
`;

/**
 * @param {readonly string[]} args
 * @returns {{ workspace: string, rest: string[] }}
 */
function takeWorkspace(args) {
  const rest = [...args];
  const at = rest.findIndex((arg) => arg === '--workspace' || arg.startsWith('--workspace='));
  if (at < 0) return { workspace: join(ROOT, 'test/fixtures/corpus'), rest };
  const [flag = '', value = ''] = rest.splice(at, rest[at] === '--workspace' ? 2 : 1);
  return { workspace: flag === '--workspace' ? value : flag.slice('--workspace='.length), rest };
}

async function main() {
  const { workspace, rest } = takeWorkspace(process.argv.slice(2));
  if (rest.includes('--help') || rest.length === 0 || workspace === '') {
    process.stdout.write(USAGE);
    process.exitCode = rest.includes('--help') ? 0 : 2;
    return;
  }
  if (!(await prepareNode())) return;
  await ensureBuild();
  const command = [join(ROOT, 'dist/cli.js'), 'ask', workspace, ...rest];
  const child = spawn(REPO_NODE, command, { cwd: callersFolder(), env: repoEnvironment(), stdio: 'inherit' });
  process.on('SIGINT', () => undefined); // the terminal tells both; the answer's process decides when it is done
  process.exitCode = await new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

await main().catch(reportFailure);
