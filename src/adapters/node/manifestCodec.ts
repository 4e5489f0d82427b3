import * as z from 'zod';
import type { ChunkKind, ChunkRecord } from '../../model/chunk';
import type { SkipReason } from '../../model/indexReport';
import type { FileRecord, FileState, Manifest } from '../../model/manifest';

const CHUNK_KINDS = ['section', 'code', 'text'] as const satisfies readonly ChunkKind[];
const SKIP_REASONS = [
  'binary',
  'empty',
  'generated',
  'secret',
  'tooLarge',
  'unsupported',
] as const satisfies readonly SkipReason[];

/**
 * A chunk is six numbers: kind, trail, and its span as differences. Chunks tile a document, so the gap to the chunk
 * before is mostly 0; small numbers keep a manifest of 100,000 chunks at a few megabytes.
 */
const NUMBERS_PER_CHUNK = 6;

const count = z.int().nonnegative();

// Checked as a whole: zod's own arrays look at 700,000 numbers and keys one by one, for 0.2 s more.
const integers = z.custom<number[]>((value) => Array.isArray(value) && value.every(Number.isSafeInteger));
const strings = z.custom<string[]>((value) => Array.isArray(value) && value.every((item) => typeof item === 'string'));

const indexedSchema = z.object({ kind: z.literal('indexed'), spans: integers, keys: strings });
const stateSchema = z.discriminatedUnion('kind', [
  indexedSchema,
  z.object({ kind: z.literal('skipped'), reason: z.enum(SKIP_REASONS) }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);

const fileSchema = z.object({
  path: z.string(),
  size: count,
  mtimeMs: z.number(),
  hash: z.string(),
  title: z.string(),
  state: stateSchema,
});

/** The manifest as it stands in the file: heading trails once each, spans as differences. */
const packedSchema = z.object({
  rules: z.string(),
  postings: z.string(),
  trails: z.array(strings),
  files: z.array(fileSchema),
});

type PackedState = z.infer<typeof stateSchema>;
type PackedIndexed = z.infer<typeof indexedSchema>;

/** The manifest in its compact form, ready for `JSON.stringify`. */
export function packManifest(manifest: Manifest): unknown {
  const numbers = new Map<string, number>();
  const trails: (readonly string[])[] = [];
  const numberOf = (trail: readonly string[]): number => {
    const name = JSON.stringify(trail);
    const number = numbers.get(name) ?? trails.push(trail) - 1;
    numbers.set(name, number);
    return number;
  };
  const files = manifest.files.map((file) => ({ ...file, state: packState(file.state, numberOf) }));
  return { rules: manifest.rules, postings: manifest.postings, trails, files };
}

/**
 * The manifest that {@link packManifest} packed.
 *
 * @throws if the value has another shape.
 */
export function unpackManifest(value: unknown): Manifest {
  const packed = packedSchema.parse(value);
  return {
    rules: packed.rules,
    postings: packed.postings,
    files: packed.files.map((file): FileRecord => ({ ...file, state: unpackState(file.state, packed.trails) })),
  };
}

function packState(state: FileState, numberOf: (trail: readonly string[]) => number): PackedState {
  if (state.kind !== 'indexed') {
    return state;
  }
  const packed: PackedIndexed = { kind: 'indexed', spans: [], keys: [] };
  let end = 0;
  let endLine = 0;
  for (const { kind, headings, span, key } of state.chunks) {
    packed.spans.push(
      CHUNK_KINDS.indexOf(kind),
      numberOf(headings),
      span.start - end,
      span.end - span.start,
      span.startLine - endLine,
      span.endLine - span.startLine,
    );
    packed.keys.push(key);
    ({ end, endLine } = span);
  }
  return packed;
}

function unpackState(state: PackedState, trails: readonly (readonly string[])[]): FileState {
  return state.kind === 'indexed' ? { kind: 'indexed', chunks: unpackChunks(state, trails) } : state;
}

function unpackChunks({ spans, keys }: PackedIndexed, trails: readonly (readonly string[])[]): ChunkRecord[] {
  if (spans.length !== keys.length * NUMBERS_PER_CHUNK) {
    throw new RangeError('A file has more keys than spans, or fewer.');
  }
  let end = 0;
  let endLine = 0;
  return keys.map((key, i) => {
    const at = (field: number): number => spans[i * NUMBERS_PER_CHUNK + field] ?? 0;
    const kind = CHUNK_KINDS[at(0)];
    const headings = trails[at(1)];
    if (kind === undefined || headings === undefined) {
      throw new RangeError('A chunk has an unknown kind or heading trail.');
    }
    const start = end + at(2);
    const startLine = endLine + at(4);
    end = start + at(3);
    endLine = startLine + at(5);
    return { kind, headings, span: { start, end, startLine, endLine }, key };
  });
}
