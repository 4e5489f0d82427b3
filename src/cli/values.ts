/** A command line that was not understood; the message says why. */
export class UsageError extends Error {}

export function nonEmpty(value: string | undefined, option: string): string | undefined {
  if (value === '') {
    throw new UsageError(`${option} needs a value.`);
  }
  return value;
}

export function parseCount(value: string, option: string, most: number): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > most) {
    throw new UsageError(`${option} needs a whole number from 1 to ${most}, not '${value}'.`);
  }
  return count;
}

/** One of a few words. */
export function parseChoice<T extends string>(value: string, option: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) {
    throw new UsageError(`${option} is one of ${choices.join(', ')}, not '${value}'.`);
  }
  return choice;
}

/** An OpenAI-compatible endpoint and a model on it. */
export interface ModelOption {
  readonly baseUrl: string;
  readonly name: string;
}

/** A model by the two options that name it; nothing without both. */
export function parseModel<Name extends string>(
  values: Readonly<Partial<Record<Name, string | boolean>>>,
  [url, model]: readonly [url: Name, model: Name],
): ModelOption | undefined {
  const [baseUrl, name] = [url, model].map((option) => nonEmpty(values[option] as string | undefined, `--${option}`));
  if (baseUrl === undefined && name === undefined) {
    return undefined;
  }
  if (baseUrl === undefined || name === undefined) {
    throw new UsageError(`--${url} and --${model} belong together.`);
  }
  return { baseUrl, name };
}
