import type { SkipReason } from '../model/indexReport';
import { languageOfName } from './languages';
import type { DocumentLanguage } from './languages';

/** What the name of a file says: how to read it, or why not to. */
export type PathClass = DocumentLanguage | { readonly skip: SkipReason };

/** Files that hold keys and passwords by convention. They are never opened, so that they never reach a model. */
const SECRET = [
  /^\.env/,
  /\.(pem|key|p12|pfx|p8|ppk|jks|keystore|kdbx|gpg|pgp|tfstate|tfvars|ovpn)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /^[._](npmrc|pypirc|netrc|pgpass|htpasswd|git-credentials|dockercfg|my\.cnf|s3cfg|boto|vault-token)$/,
  /^(credentials|client_secrets?|service[-_]?account|secrets?)([-_.].*)?\.(json|ya?ml|toml|ini|xml|txt)$/,
  /^(credentials|secrets|htpasswd)$/,
  /\.tfstate\.backup$/,
];
const SECRET_PATH = /(^|\/)(\.ssh|\.gnupg|\.aws|\.kube)\/|(^|\/)\.docker\/config\.json$/;

/** Files that a tool writes and no one reads: locks, bundles, maps, snapshots. */
const GENERATED = [
  /^(package-lock|npm-shrinkwrap|packages\.lock)\.json$/,
  /^(pnpm-lock|yarn-lock)\.ya?ml$/,
  /^(go\.sum|gradle\.lockfile|bun\.lockb|\.pnp\.c?js)$/,
  /(\.lock|\.snap|\.map|\.tsbuildinfo)$/,
  /[.-]min\.(js|mjs|cjs|css)$/,
  /\.(bundle|chunk)\.(js|css)$/,
  /\.(pb|generated|g|designer|freezed)\.(go|cc|h|ts|js|dart|cs|py)$/,
  /_pb2(_grpc)?\.pyi?$/,
];

const BINARY_EXTENSIONS = new Set(
  [
    'png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd ai eps xcf svgz',
    'mp3 mp4 m4a m4v wav ogg oga ogv flac aac webm mov avi mkv wmv',
    'zip gz tgz bz2 xz zst lz4 7z rar tar jar war ear whl egg nupkg vsix deb rpm dmg iso apk cab msi',
    'exe dll so dylib a o obj lib pdb class pyc pyo pyd node wasm bin elf',
    'ttf otf woff woff2 eot',
    'sqlite sqlite3 db mdb parquet avro orc npy npz pkl pickle pt pth onnx gguf safetensors h5 tflite',
  ].flatMap((line) => line.split(' ')),
);

/** Formats that hold text but cannot be read yet, and data that no one asks questions about. */
const UNSUPPORTED_EXTENSIONS = new Set(
  'pdf doc docx xls xlsx ppt pptx odt ods odp epub rtf ipynb csv tsv jsonl ndjson log svg drawio po pot mo patch diff'.split(' '),
);

/** Classifies a file by its path alone, before anything of it is read. */
export function classifyPath(path: string): PathClass {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  if (SECRET_PATH.test(lower) || SECRET.some((pattern) => pattern.test(name))) {
    return { skip: 'secret' };
  }
  if (GENERATED.some((pattern) => pattern.test(name))) {
    return { skip: 'generated' };
  }
  if (name.includes('.') && BINARY_EXTENSIONS.has(extension)) {
    return { skip: 'binary' };
  }
  if (name.includes('.') && UNSUPPORTED_EXTENSIONS.has(extension)) {
    return { skip: 'unsupported' };
  }
  return languageOfName(name);
}
