import * as z from 'zod';
import type { FailureClass, RecoveryRule, RecoveryTable } from '../../model/failure';
import { FAILURE_CLASSES, RECOVERY_ACTIONS, TERMINAL_ACTIONS } from '../../model/failure';
import { DEFAULT_RECOVERY, MAX_RECOVERY_MS } from './table';

const FIELDS = {
  primary: z.enum(RECOVERY_ACTIONS),
  fallback: z.enum(RECOVERY_ACTIONS),
  attempts: z.int().min(0).max(5),
  timeoutMs: z.int().min(100).max(MAX_RECOVERY_MS),
  terminal: z.enum(TERMINAL_ACTIONS),
} satisfies Record<keyof RecoveryRule, z.ZodType>;

const FIELD_NAMES = Object.keys(FIELDS) as (keyof RecoveryRule)[];

/** All but CANCELLED: a person who stops a turn is not argued with. */
const CHANGEABLE = FAILURE_CLASSES.filter((failure) => failure !== 'CANCELLED');

/** Unknown names that are told of; more say nothing new. */
const MAX_TOLD = 5;
const MAX_NAME = 40;

/**
 * Reads `docmind.recovery`: for each class of failure the fields that are to be other than in {@link DEFAULT_RECOVERY}.
 * Never throws: a bad value is its default, plus a sentence in `problems` that names it.
 */
export function parseRecovery(raw: unknown): { readonly table: RecoveryTable; readonly problems: readonly string[] } {
  if (raw === undefined) {
    return { table: DEFAULT_RECOVERY, problems: [] };
  }
  const overrides = asObject(raw);
  if (overrides === undefined) {
    return { table: DEFAULT_RECOVERY, problems: ['Setting docmind.recovery is not an object; the defaults are used instead.'] };
  }
  const problems = unknownNames('docmind.recovery', overrides, CHANGEABLE);
  const rules = CHANGEABLE.map((failure) => {
    const { rule, problems: found } = parseRule(failure, overrides.get(failure));
    problems.push(...found);
    return [failure, rule] as const;
  });
  return { table: { ...DEFAULT_RECOVERY, ...Object.fromEntries(rules) }, problems };
}

function parseRule(failure: FailureClass, raw: unknown): { readonly rule: RecoveryRule; readonly problems: readonly string[] } {
  const defaults = DEFAULT_RECOVERY[failure];
  const name = `docmind.recovery.${failure}`;
  if (raw === undefined) {
    return { rule: defaults, problems: [] };
  }
  const override = asObject(raw);
  if (override === undefined) {
    return { rule: defaults, problems: [`Setting ${name} is not an object; its defaults are used instead.`] };
  }
  const problems = unknownNames(name, override, FIELD_NAMES);
  const changed = FIELD_NAMES.flatMap((field) => {
    const parsed = FIELDS[field].optional().safeParse(override.get(field));
    if (parsed.success) {
      return parsed.data === undefined ? [] : [[field, parsed.data] as const];
    }
    const reason = parsed.error.issues[0]?.message ?? 'invalid value';
    problems.push(`Setting ${name}.${field} is not usable (${reason}); its default ${JSON.stringify(defaults[field])} is used instead.`);
    return [];
  });
  return { rule: { ...defaults, ...Object.fromEntries(changed) }, problems };
}

function asObject(raw: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? new Map(Object.entries(raw)) : undefined;
}

function unknownNames(setting: string, given: ReadonlyMap<string, unknown>, known: readonly string[]): string[] {
  const unknown = [...given.keys()].filter((name) => !known.includes(name));
  if (unknown.length === 0) {
    return [];
  }
  const told = unknown.slice(0, MAX_TOLD).map((name) => JSON.stringify(name.slice(0, MAX_NAME)));
  return [`Setting ${setting} does not know ${told.join(', ')}${unknown.length > MAX_TOLD ? ', …' : ''}. It knows ${known.join(', ')}.`];
}
