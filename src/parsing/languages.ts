import type { DocumentKind } from '../model/document';

/** How a document is split and what it is written in. */
export interface DocumentLanguage {
  readonly kind: DocumentKind;
  readonly language: string;
}

/** Languages of code, by file extension. */
const CODE_EXTENSIONS: Readonly<Record<string, string>> = {
  typescript: 'ts tsx mts cts',
  javascript: 'js jsx mjs cjs',
  python: 'py pyi pyw',
  go: 'go',
  rust: 'rs',
  java: 'java',
  kotlin: 'kt kts',
  scala: 'scala sc sbt',
  groovy: 'groovy gradle',
  c: 'c h',
  cpp: 'cc cpp cxx c++ hh hpp hxx ino',
  csharp: 'cs csx',
  fsharp: 'fs fsi fsx',
  objectivec: 'm mm',
  swift: 'swift',
  dart: 'dart',
  ruby: 'rb rake gemspec',
  php: 'php phtml',
  perl: 'pl pm',
  lua: 'lua',
  r: 'r',
  julia: 'jl',
  elixir: 'ex exs',
  erlang: 'erl hrl',
  haskell: 'hs lhs',
  ocaml: 'ml mli',
  clojure: 'clj cljs cljc edn',
  lisp: 'el lisp scm rkt',
  zig: 'zig',
  nim: 'nim',
  shell: 'sh bash zsh fish ksh',
  powershell: 'ps1 psm1 psd1',
  batch: 'bat cmd',
  sql: 'sql',
  graphql: 'graphql gql',
  protobuf: 'proto thrift',
  terraform: 'tf hcl',
  css: 'css scss sass less',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
  solidity: 'sol',
  vim: 'vim',
  cmake: 'cmake',
  assembly: 's asm',
};

/** Prose and settings, by file extension. Every other extension is plain text. */
const TEXT_EXTENSIONS: Readonly<Record<string, string>> = {
  man: 'man 1 2 3 4 5 6 7 8',
  restructuredtext: 'rst rest',
  asciidoc: 'adoc asciidoc asc',
  org: 'org',
  tex: 'tex bib',
  html: 'html htm xhtml',
  xml: 'xml xsd xsl xslt pom rss wsdl',
  json: 'json jsonc json5 webmanifest',
  yaml: 'yaml yml',
  toml: 'toml',
  ini: 'ini cfg conf config properties editorconfig',
};

const MARKDOWN_EXTENSIONS = 'md markdown mdown mkd mdx mdc qmd rmd';

/** Languages of files that are known by their whole name, in lower case. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  makefile: 'makefile',
  gnumakefile: 'makefile',
  'cmakelists.txt': 'cmake',
  jenkinsfile: 'groovy',
  vagrantfile: 'ruby',
  rakefile: 'ruby',
  gemfile: 'ruby',
  podfile: 'ruby',
  justfile: 'makefile',
};

/** Interpreters named in a `#!` line. */
const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/python/, 'python'],
  [/node|deno|bun/, 'javascript'],
  [/perl/, 'perl'],
  [/ruby/, 'ruby'],
  [/php/, 'php'],
  [/lua/, 'lua'],
  [/Rscript/, 'r'],
  [/\b(ba|z|k|da|fi)?sh\b/, 'shell'],
];

const BY_EXTENSION: ReadonlyMap<string, DocumentLanguage> = new Map([
  ...MARKDOWN_EXTENSIONS.split(' ').map((extension) => [extension, { kind: 'markdown', language: 'markdown' }] as const),
  ...byExtension(CODE_EXTENSIONS, 'code'),
  ...byExtension(TEXT_EXTENSIONS, 'text'),
]);

const PLAIN: DocumentLanguage = { kind: 'text', language: 'text' };

/** The language of a file by its base name, in lower case. A name that says nothing is plain text. */
export function languageOfName(name: string): DocumentLanguage {
  const known = FILE_NAMES[name] ?? (name.startsWith('dockerfile.') ? 'dockerfile' : undefined);
  if (known !== undefined) {
    return { kind: known in CODE_EXTENSIONS ? 'code' : 'text', language: known };
  }
  const dot = name.lastIndexOf('.');
  return (dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot + 1))) ?? PLAIN;
}

/** The language that a script without a telling name is written in, by its `#!` line. */
export function languageOfInterpreter(text: string): DocumentLanguage | undefined {
  if (!text.startsWith('#!')) {
    return undefined;
  }
  const line = text.slice(0, 200).split(/[\r\n]/, 1).join('');
  const language = INTERPRETERS.find(([interpreter]) => interpreter.test(line))?.[1];
  return language === undefined ? undefined : { kind: 'code', language };
}

function byExtension(table: Readonly<Record<string, string>>, kind: DocumentKind): (readonly [string, DocumentLanguage])[] {
  return Object.entries(table).flatMap(([language, extensions]) =>
    extensions.split(' ').map((extension) => [extension, { kind, language }] as const),
  );
}
