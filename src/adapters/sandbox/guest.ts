/**
 * Lives inside the sandbox, beside the program, on the program's memory and time: gives it `print` and `console`, and puts
 * its values and errors into words. What runs there is the source text of this class, so it uses nothing from outside of
 * itself, not even its own name. A program that tampers with the built-ins spoils what it prints, and nothing else.
 */
export class Guest {
  /** All that is printed at once: more than the host keeps. In UTF-16 units. */
  readonly #maxChars = 10_000;
  readonly #maxErrorChars = 500;
  readonly #maxItems = 1_000;
  readonly #maxDepth = 20;
  /** Lists up to this width stand on one line. */
  readonly #width = 80;
  readonly #emit: (line: string) => void;
  readonly #file: string;
  #hasPrinted = false;
  #room = 0;

  /**
   * @param emit - takes what is printed, one call of `print` at a time.
   * @param file - the name under which the program runs, as it stands in stack traces.
   */
  constructor(emit: (line: string) => void, file: string) {
    this.#emit = emit;
    this.#file = file;
  }

  /** Puts what the program may use into its world. */
  install(world: object): void {
    const print = (...values: readonly unknown[]): void => { this.print(...values); };
    const console = { log: print, info: print, warn: print, error: print, debug: print, table: print, dir: print };
    Object.assign(world, { print, console });
  }

  print(...values: readonly unknown[]): void {
    this.#hasPrinted = true;
    this.#room = this.#maxChars;
    this.#emit(this.#plain(values.map((value) => this.#show(value, '', [])).join(' ').slice(0, this.#maxChars)));
  }

  /** Waits for the program and prints its last value, unless that says nothing. Rejects with what the program threw. */
  async finish(completion: Promise<{ value: unknown }>): Promise<void> {
    const value: unknown = await (await completion).value;
    if (value !== undefined || !this.#hasPrinted) {
      this.print(value);
    }
  }

  /** An error in words, with the line of the program that it comes from. */
  describe(error: unknown): string {
    this.#room = this.#maxErrorChars;
    try {
      return this.#plain(error instanceof Error ? this.#showError(error) : `The program threw ${this.#show(error, '', [])}`);
    } catch {
      return 'The program threw what cannot be shown'; // an error may throw when it is looked at
    }
  }

  /** A string that survives the way out: a NUL would end it, half a surrogate pair would not arrive. */
  #plain(text: string): string {
    return text.toWellFormed().replaceAll('\0', '\\0');
  }

  /** A value for people: numbers as digits, big ones too, objects as JSON, what JSON has no word for by its name. */
  #show(value: unknown, indent: string, above: readonly object[]): string {
    switch (typeof value) {
      case 'string':
        return this.#leaf(above.length === 0 ? value : JSON.stringify(value));
      case 'function':
        return this.#leaf(`[function ${value.name}]`);
      case 'object':
        return value === null ? this.#leaf('null') : this.#showObject(value, indent, above);
      default:
        return this.#leaf(String(value));
    }
  }

  #showObject(value: object, indent: string, above: readonly object[]): string {
    if (above.includes(value)) {
      return this.#leaf('[circular]');
    }
    if (above.length >= this.#maxDepth) {
      return this.#leaf('[…]');
    }
    const inside = (part: unknown): string => this.#show(part, `${indent}  `, [...above, value]);
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      const array = value as ArrayLike<unknown>;
      return this.#list(['[', ']'], this.#items(array.length, (i) => inside(array[i])), indent);
    }
    if (value instanceof Set) {
      const members = [...value];
      return this.#list(['Set {', '}'], this.#items(members.length, (i) => inside(members[i])), indent);
    }
    if (value instanceof Map) {
      const pairs = [...value];
      return this.#list(['Map {', '}'], this.#items(pairs.length, (i) => `${inside(pairs[i]?.[0])}: ${inside(pairs[i]?.[1])}`), indent);
    }
    return this.#leafOf(value) ?? this.#showFields(value, indent, inside);
  }

  #showFields(value: object, indent: string, inside: (part: unknown) => string): string {
    const fields = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(value);
    const field = (key = ''): string => `${this.#leaf(JSON.stringify(key))}: ${inside(fields[key])}`;
    return this.#list(['{', '}'], this.#items(keys.length, (i) => field(keys[i])), indent);
  }

  /** Objects that are one word. */
  #leafOf(value: object): string | undefined {
    if (value instanceof Error) {
      return this.#showError(value);
    }
    if (value instanceof Date) {
      return this.#leaf(Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString());
    }
    if (value instanceof RegExp) {
      return this.#leaf(String(value));
    }
    return value instanceof Promise ? this.#leaf('[promise]') : undefined;
  }

  #showError(error: Error): string {
    const stack = String(error.stack);
    const at = stack.indexOf(`${this.#file}:`);
    const line = at < 0 ? Number.NaN : Number.parseInt(stack.slice(at + this.#file.length + 1), 10);
    const text = this.#leaf(`${error.name}: ${error.message}`);
    return Number.isNaN(line) ? text : `${text} (line ${String(line)})`;
  }

  /** As much of a text as there is room for. */
  #leaf(text: string): string {
    const shown = text.length > this.#room ? `${text.slice(0, Math.max(0, this.#room))}…` : text;
    this.#room -= shown.length + 1;
    return shown;
  }

  #items(length: number, item: (index: number) => string): string[] {
    const shown: string[] = [];
    while (shown.length < Math.min(length, this.#maxItems) && this.#room > 0) {
      shown.push(item(shown.length));
    }
    return shown.length < length ? [...shown, `… ${String(length - shown.length)} more`] : shown;
  }

  #list([open, close]: readonly [string, string], items: readonly string[], indent: string): string {
    const line = items.join(', ');
    if (line.length <= this.#width && !line.includes('\n')) {
      return open + line + close;
    }
    return `${open}\n${this.#fill(items).map((row) => `${indent}  ${row}`).join('\n')}\n${indent}${close}`;
  }

  /** Short items share lines, as many as fit; long ones stand alone. */
  #fill(items: readonly string[]): string[] {
    const rows: string[] = [];
    let row = '';
    items.forEach((item, i) => {
      const next = i < items.length - 1 ? `${item},` : item;
      if (row !== '' && row.length + next.length < this.#width && !item.includes('\n')) {
        row += ` ${next}`;
        return;
      }
      rows.push(row);
      row = next;
    });
    return [...rows.slice(1), row];
  }
}
