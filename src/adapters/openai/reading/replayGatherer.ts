import { fieldsOf } from '../fields';

/** Puts together the fields of a message that must be sent back, from the pieces of a stream: texts and lists grow, others are replaced. */
export class ReplayGatherer {
  readonly #texts = new Map<string, string[]>();
  readonly #others = new Map<string, unknown>();

  add(fields: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') {
        this.#texts.set(name, this.#texts.get(name) ?? []);
        this.#texts.get(name)?.push(value);
      } else {
        this.#others.set(name, Array.isArray(value) ? grow(this.#others.get(name), value) : value);
      }
    }
  }

  end(): Readonly<Record<string, unknown>> {
    const texts = [...this.#texts].map(([name, pieces]) => [name, pieces.join('')] as const);
    return Object.fromEntries([...this.#others, ...texts]);
  }
}

/** Pieces of the entry that came last lengthen its texts; any other is a new entry. */
function grow(before: unknown, pieces: readonly unknown[]): unknown[] {
  const list: unknown[] = Array.isArray(before) ? before : [];
  for (const piece of pieces) {
    const last = fieldsOf(list.at(-1));
    const next = fieldsOf(piece);
    const isSame = list.length > 0 && next.type === last.type && next.index !== undefined && next.index === last.index;
    if (isSame) {
      list[list.length - 1] = Object.fromEntries([...Object.entries(last), ...Object.entries(next).map(([key, value]) => [key, lengthen(key, last[key], value)] as const)]);
    } else {
      list.push(piece);
    }
  }
  return list;
}

const GROWING = new Set(['text', 'summary', 'data']);

function lengthen(key: string, before: unknown, more: unknown): unknown {
  return GROWING.has(key) && typeof before === 'string' && typeof more === 'string' ? before + more : (more ?? before);
}
