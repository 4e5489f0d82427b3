/**
 * The layering of src/, as a check: a folder may import what stands left of it in FLOORS, itself, and nothing else.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const FLOORS = ['util', 'model', 'parsing', 'chunking', 'indexing', 'retrieval', 'evidence', 'understanding', 'agent', 'answer', 'memory', 'trace', 'evaluation'];

const upward = FLOORS.map((floor, index) => ({
  name: `${floor}-imports-only-below`,
  severity: 'error',
  from: { path: `^src/${floor}/` },
  to: { path: '^src/', pathNot: FLOORS.slice(0, index + 1).map((below) => `^src/${below}/`) },
}));

/** Folders that may name a runtime package, and which. `adapters/X` owns library X. */
const LIBRARIES = {
  vscode: '^src/(host/|extension\\.ts)',
  zod: '^src/(protocol/|app/(settings|chatHistory)\\.ts|understanding/|agent/|answer/verifying/|adapters/)',
  minisearch: '^src/adapters/minisearch/',
  vectra: '^src/adapters/vectra/',
  openai: '^src/adapters/openai/',
  'onnxruntime-(node|web|common)': '^src/adapters/embeddings/',
  ignore: '^src/adapters/node/',
  '(quickjs-emscripten-core|@jitl)': '^src/adapters/sandbox/',
  chardet: '^src/parsing/',
  'markdown-it': '^(src/parsing/|webview-ui/)',
};

/** The only files that build adapters: one per door. */
const ROOTS = '^src/(extension\\.ts|cli/main\\.ts|engine/compose\\.ts)$';

module.exports = {
  forbidden: [
    ...upward,
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'indexing-and-retrieval-never-meet', severity: 'error',
      from: { path: '^src/retrieval/' }, to: { path: '^src/indexing/' },
    },
    {
      name: 'adapters-know-ports-only', severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/', pathNot: ['^src/(model|util)/', '^src/adapters/$1/'] },
    },
    {
      name: 'only-roots-build-adapters', severity: 'error',
      from: { path: '^src/', pathNot: ['^src/adapters/', ROOTS] }, to: { path: '^src/adapters/' },
    },
    {
      name: 'protocol-stands-alone', severity: 'error',
      from: { path: '^src/protocol/' }, to: { path: '^src/', pathNot: '^src/protocol/' },
    },
    {
      name: 'app-knows-no-door', severity: 'error',
      from: { path: '^src/app/' }, to: { path: '^src/(host|cli|engine|adapters)/|^src/extension\\.ts' },
    },
    {
      name: 'doors-go-through-app', severity: 'error',
      from: { path: '^src/(host|cli|engine)/' },
      to: { path: '^src/(parsing|chunking|indexing|retrieval|evidence|understanding|agent|answer|memory)/' },
    },
    {
      name: 'doors-do-not-meet', severity: 'error',
      from: { path: '^src/(host|cli|engine)/' },
      to: { path: '^src/(host|cli|engine)/', pathNot: ['^src/$1/', '^src/engine/(compose|remoteIndex)\\.ts$'] },
    },
    {
      name: 'view-sees-the-protocol-only', severity: 'error',
      from: { path: '^webview-ui/' }, to: { path: '^src/', pathNot: '^src/protocol/' },
    },
    {
      name: 'pure-floors-have-no-node', severity: 'error',
      from: { path: `^src/(${FLOORS.join('|')}|app|protocol)/` }, to: { dependencyTypes: ['core'] },
    },
    ...Object.entries(LIBRARIES).map(([library, home]) => ({
      name: `${library.replace(/\W/g, '-')}-has-one-home`, severity: 'error',
      from: { path: '^(src|webview-ui)/', pathNot: home },
      to: { path: `(^|node_modules/)(@types/)?${library}(/|$)`, pathNot: '^src/' },
    })),
  ],
  options: {
    // The package esbuild is taken for the build script of that name, which is no part of the layers.
    doNotFollow: { path: 'node_modules|^esbuild\\.mjs$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
