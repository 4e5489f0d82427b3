/** What esbuild and the packager need so that a bundle can run ONNX models natively, by WebAssembly, or either. */
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const require = createRequire(import.meta.url);
const NATIVE = path.resolve(path.dirname(require.resolve('onnxruntime-node/package.json')), 'bin/napi-v6');
/** The CommonJS build for Node; the module build asks for import.meta, which a CommonJS bundle does not have. */
const WEB = require.resolve('onnxruntime-web');

const ADDON = 'onnxruntime_binding.node';
const LINUX = [ADDON, 'libonnxruntime.so.1'];
/** The GPU libraries beside it (DirectML, dxcompiler, dxil) are loaded on demand only, and never by us. */
const WINDOWS = [ADDON, 'onnxruntime.dll'];
/** The addon asks for this name; the file with the full version number is a copy of it. */
const MACOS = [ADDON, 'libonnxruntime.1.dylib'];

/** The platforms that onnxruntime-node has binaries for, by their name in a VSIX; all others compute with WebAssembly. */
const NATIVE_FILES = {
  'linux-x64': LINUX,
  'linux-arm64': LINUX,
  'darwin-arm64': MACOS,
  'win32-x64': WINDOWS,
  'win32-arm64': WINDOWS,
};

/**
 * Too large to carry both runtimes. Wherever the editor runs on these, so does the native one: it asks for no newer C
 * library. On Windows, by contrast, the C++ library that it needs may be missing.
 */
const WITHOUT_FALLBACK = new Set(['linux-x64']);

/**
 * What a VSIX does by itself leaves the WebAssembly runtime at 3.7 MB; this way it is 2.3. It is unpacked in 50 ms when it is
 * first needed.
 */
const PACKED = '.br';

/**
 * @typedef {{ from: string, to: string }} Copy `from` is absolute, `to` relative to the folder of the bundle; one that ends
 *   in `.br` is to be compressed
 */

/** @param {string} target @returns {Copy[]} */
function nativeCopies(target) {
  const folder = path.join(NATIVE, target.replace('-', path.sep));
  return (NATIVE_FILES[target] ?? []).map((name) => ({ from: path.join(folder, name), to: `native/${name}` }));
}

/** @returns {Copy[]} */
const wasmCopies = () => [{ kind: 'mjs', form: '' }, { kind: 'wasm', form: PACKED }].map(({ kind, form }) => {
  const name = `ort-wasm-simd-threaded.${kind}`;
  return { from: path.join(path.dirname(WEB), name), to: `${name}${form}` };
});

/**
 * @param {{ target: string }} options - `wasm` for a package that runs everywhere, or a VSIX target such as `linux-x64`.
 * @returns {{ plugins: import('esbuild').Plugin[], copy: Copy[] }} The bundle is the same for every target; what stands
 *   in its folder decides at run time.
 */
export function onnxRuntime({ target }) {
  return {
    plugins: [{
      name: 'onnxruntime',
      setup: (build) => build.onResolve({ filter: /^onnxruntime-web$/ }, () => ({ path: WEB })),
    }],
    copy: [...nativeCopies(target), ...(WITHOUT_FALLBACK.has(target) ? [] : wasmCopies())],
  };
}

/**
 * @param {Copy[]} copies
 * @param {string} outDir - folder of the bundle, made if missing.
 * @param {{ release?: boolean }} [options] - `release`: as small as can be, which takes half a minute.
 */
export async function copyRuntime(copies, outDir, { release = false } = {}) {
  for (const { from, to } of copies) {
    const target = path.join(outDir, to);
    const fresh = `${target}.${process.pid}`;
    await mkdir(path.dirname(target), { recursive: true });
    await (to.endsWith(PACKED) ? writeFile(fresh, await compress(await readFile(from), release)) : copyFile(from, fresh));
    await rename(fresh, target); // written over, a library would crash every process that has it loaded
  }
}

/** @param {Uint8Array} data @param {boolean} release */
function compress(data, release) {
  return promisify(brotliCompress)(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: release ? constants.BROTLI_MAX_QUALITY : constants.BROTLI_MIN_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });
}
