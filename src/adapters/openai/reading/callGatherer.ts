import type { ToolCall } from '../../../model/ports';
import { fieldsOf, firstText, isObjectText } from '../fields';
import { replayOf } from '../replay';
import { joinArguments } from './callArguments';

/** More calls, and longer arguments, than any model makes in earnest. What is beyond is dropped. */
const MAX_CALLS = 64;
const MAX_ARGUMENTS = 200_000;

/** Longer ids are refused by OpenAI. */
const MAX_ID = 64;

/** A call that is being gathered. */
interface Slot {
  id: string | undefined;
  name: string;
  readonly pieces: string[];
  length: number;
  extra: unknown;
}

/** A piece of a call as it arrives. */
interface Fragment {
  readonly id: string | undefined;
  readonly index: number;
  readonly name: string | undefined;
  readonly args: string;
  readonly extra: unknown;
}

/**
 * Gathers the calls of one response from the pieces that servers send them in, however they number and name them: a piece
 * belongs to the call with its id; without a known id to the last call with its index, or else its position; unless it begins a
 * new one.
 */
export class CallGatherer {
  readonly #slots: Slot[] = [];
  readonly #byId = new Map<string, Slot>();
  readonly #byIndex = new Map<number, Slot>();

  /** @param pieces - those of one payload, of any shape. */
  add(pieces: readonly unknown[]): void {
    pieces.forEach((piece, position) => {
      this.#add(readFragment(piece, position));
    });
  }

  /**
   * The calls in the order in which they began, each once.
   * @param taken - ids that a call of the conversation has already.
   * @param makeId - a new id.
   */
  end(modelId: string, taken: ReadonlySet<string>, makeId: () => string): readonly ToolCall[] {
    const used = new Set(taken);
    const seen = new Set<string>();
    return this.#slots.flatMap(({ id, name, pieces, extra }) => {
      const args = joinArguments(pieces);
      const key = JSON.stringify([name, args]);
      if (name === '' || seen.has(key)) {
        return [];
      }
      seen.add(key);
      const own = id === undefined || id.length > MAX_ID || used.has(id) ? makeId() : id;
      used.add(own);
      return [{ id: own, name, arguments: args, ...replayOf(modelId, extra === undefined ? {} : { extra_content: extra }) }];
    });
  }

  #add(fragment: Fragment): void {
    const known = fragment.id === undefined ? undefined : this.#byId.get(fragment.id);
    const candidate = known ?? this.#byIndex.get(fragment.index);
    const slot = candidate !== undefined && continues(candidate, fragment) ? candidate : this.#open(candidate?.name);
    if (slot === undefined) {
      return;
    }
    this.#byIndex.set(fragment.index, slot);
    if (fragment.id !== undefined) {
      this.#byId.set(fragment.id, slot);
    }
    fill(slot, fragment);
  }

  /** @param name - of the call before it: that of this one too, if its own does not come. */
  #open(name = ''): Slot | undefined {
    const slot: Slot = { id: undefined, name, pieces: [], length: 0, extra: undefined };
    return this.#slots.length < MAX_CALLS ? this.#slots[this.#slots.push(slot) - 1] : undefined;
  }
}

function fill(slot: Slot, { id, name, args, extra }: Fragment): void {
  slot.id ??= id;
  slot.name = name ?? slot.name;
  slot.extra = extra ?? slot.extra;
  slot.length += args.length;
  if (args !== '' && slot.length <= MAX_ARGUMENTS) {
    slot.pieces.push(args);
  }
}

/** True if the piece is more of this call, false if it begins another one that goes by the same number or name. */
function continues(slot: Slot, { id, name, args }: Fragment): boolean {
  const isNewId = id !== undefined && slot.id !== undefined && id !== slot.id;
  if (name !== undefined && slot.name !== '' && name !== slot.name) {
    return slot.pieces.length === 0 && !isNewId;
  }
  // A name alone says nothing: some servers repeat it with each piece. Nothing follows a complete object, but another one.
  const mayBegin = args.trimStart().startsWith('{') || (isNewId && name !== undefined);
  return !mayBegin || !isComplete(slot) || repeats(slot, args);
}

/** An empty object may stand for arguments that are still to come. */
function isComplete({ pieces }: Slot): boolean {
  const joined = joinArguments(pieces);
  return joined !== '{}' && isObjectText(joined);
}

/** All that there is once more, perhaps with more to it. */
function repeats({ pieces }: Slot, args: string): boolean {
  return args !== '' && args.startsWith(joinArguments(pieces));
}

function readFragment(piece: unknown, position: number): Fragment {
  const { id, index, function: called, extra_content: extra } = fieldsOf(piece);
  const { name, arguments: args } = fieldsOf(called);
  return {
    id: firstText(id),
    index: typeof index === 'number' ? index : position,
    name: firstText(name),
    args: typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args),
    extra: extra ?? undefined,
  };
}
