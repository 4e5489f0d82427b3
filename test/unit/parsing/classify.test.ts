import { expect, test } from 'vitest';
import { classifyPath } from '../../../src/parsing/classify';

function check(path: string, expected: string): void {
  const found = classifyPath(path);
  expect('skip' in found ? `skip ${found.skip}` : `${found.kind} ${found.language}`).toBe(expected);
}

test.each([
  ['README.md', 'markdown markdown'], ['docs/Guide.MDX', 'markdown markdown'], ['a.markdown', 'markdown markdown'],
  ['src/a.ts', 'code typescript'], ['a.d.ts', 'code typescript'], ['a.jsx', 'code javascript'], ['a.py', 'code python'],
  ['a.go', 'code go'], ['a.rs', 'code rust'], ['A.java', 'code java'], ['a.kt', 'code kotlin'], ['a.scala', 'code scala'],
  ['a.h', 'code c'], ['a.hpp', 'code cpp'], ['a.cs', 'code csharp'], ['a.swift', 'code swift'], ['a.dart', 'code dart'],
  ['a.rb', 'code ruby'], ['Rakefile', 'code ruby'], ['a.php', 'code php'], ['a.pl', 'code perl'], ['a.lua', 'code lua'],
  ['a.R', 'code r'], ['a.jl', 'code julia'], ['a.exs', 'code elixir'], ['a.hs', 'code haskell'], ['a.ml', 'code ocaml'],
  ['a.clj', 'code clojure'], ['a.zig', 'code zig'], ['a.sh', 'code shell'], ['a.ps1', 'code powershell'], ['a.sql', 'code sql'],
  ['a.proto', 'code protobuf'], ['a.tf', 'code terraform'], ['a.vue', 'code vue'], ['CMakeLists.txt', 'code cmake'],
  ['a.rst', 'text restructuredtext'], ['a.adoc', 'text asciidoc'], ['a.html', 'text html'], ['a.json', 'text json'],
  ['a.yml', 'text yaml'], ['Cargo.toml', 'text toml'], ['Dockerfile', 'text dockerfile'], ['Dockerfile.dev', 'text dockerfile'],
  ['Makefile', 'text makefile'], ['git.1', 'text man'], ['notes.txt', 'text text'], ['LICENSE', 'text text'], ['r', 'text text'],
  ['.gitignore', 'text text'], ['odd.unknownformat', 'text text'],
])('%s is read as %s', check);

test.each([
  '.env', '.env.local', 'a/.ENV.production', '.envrc', '.env_old', 'server.pem', 'tls.key', 'id_rsa', '.ssh/config', 'a/id_ed25519', 'cert.p12', 'cert.pfx',
  '.npmrc', '.pypirc', '.netrc', '_netrc', '.git-credentials', '.aws/credentials', 'credentials', 'credentials.json', 'client_secret.json',
  'service-account.prod.json', 'secrets.yaml', '.docker/config.json', 'release.keystore', 'vault.kdbx', 'terraform.tfstate',
])('%s may hold secrets and is never opened', (path) => { check(path, 'skip secret'); });

test.each(['docs/secrets.md', 'src/credentials.ts', 'environment.ts', 'docs/keys.md', 'env.md', 'id_rsa.pub', 'src/env/.gitkeep', 'token.py'])(
  '%s only sounds like a secret',
  (path) => { expect(classifyPath(path)).not.toEqual({ skip: 'secret' }); },
);

test.each([
  ['package-lock.json', 'generated'], ['yarn.lock', 'generated'], ['Cargo.lock', 'generated'], ['go.sum', 'generated'],
  ['a.min.js', 'generated'], ['a.js.map', 'generated'], ['a.pb.go', 'generated'], ['a_pb2.py', 'generated'], ['x.test.ts.snap', 'generated'],
  ['logo.PNG', 'binary'], ['a.zip', 'binary'], ['libfoo.so', 'binary'], ['font.woff2', 'binary'],
  ['paper.pdf', 'unsupported'], ['a.docx', 'unsupported'], ['a.ipynb', 'unsupported'], ['data.csv', 'unsupported'], ['icon.svg', 'unsupported'],
])('%s is left out as %s', (path, reason) => { check(path, `skip ${reason}`); });
