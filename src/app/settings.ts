import * as z from 'zod';

/** The levels of assurance, from the quickest to the most careful. */
export const ASSURANCES = ['fast', 'standard', 'strict'] as const;

/** How a model is asked for searches; `auto` finds out what it can do. */
export const DIALECTS = ['auto', 'native', 'react', 'tags'] as const;

/** No question is given more rounds. */
export const MAX_ROUNDS = 10;

/**
 * The settings with their bounds and defaults. Every default stands in package.json too; a test compares them.
 * Keys are those of `docmind.*`.
 */
const settingsSchema = z.object({
  'model.baseUrl': z.union([z.literal(''), z.url({ protocol: /^https?$/u })]).default(''),
  'model.name': z.string().max(200).default(''),
  'model.dialect': z.enum(DIALECTS).default('auto'),
  'embedding.baseUrl': z.union([z.literal(''), z.url({ protocol: /^https?$/u })]).default(''),
  'embedding.model': z.string().max(200).default(''),
  /** How much is done to be sure of an answer. */
  'assurance': z.enum(ASSURANCES).default('standard'),
  'agentic.enabled': z.boolean().default(true),
  /** Most requests in which the model asks for what to look up; it is not told. */
  'agentic.maxRounds': z.int().min(1).max(MAX_ROUNDS).default(4),
  'agentic.earlyStopOnEmptyRound': z.boolean().default(true),
  'tools.runCode': z.boolean().default(false),
  /** Read by `parseRecovery`, part by part: one bad value does not cost the others. */
  'recovery': z.record(z.string(), z.unknown()).default({}),
  'index.exclude': z.array(z.string().max(1000)).max(1000).default([]),
  'index.include': z.array(z.string().max(1000)).max(1000).default([]),
  /** In MB. */
  'index.maxFileSize': z.number().min(0.01).max(100).default(5),
});

/** The settings in force. Immutable; a change makes a new one. */
export type Settings = z.infer<typeof settingsSchema>;

/** A level of assurance. */
export type Assurance = Settings['assurance'];

/** A name of a setting, without `docmind.`. */
export type SettingName = keyof Settings;

export const SETTING_NAMES = Object.keys(settingsSchema.shape) as readonly SettingName[];

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

/**
 * Reads settings one by one. Never throws: a bad value is its default, plus a sentence in `problems` that names it.
 *
 * @param raw - values by name; what is undefined takes its default.
 */
export function parseSettings(raw: Readonly<Partial<Record<SettingName, unknown>>>): {
  readonly settings: Settings;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const entries = SETTING_NAMES.map((name) => {
    const parsed = settingsSchema.shape[name].safeParse(raw[name] ?? undefined);
    if (!parsed.success) {
      const reason = parsed.error.issues[0]?.message ?? 'invalid value';
      problems.push(`Setting docmind.${name} is not usable (${reason}); its default is used instead.`);
    }
    return [name, parsed.success ? parsed.data : DEFAULT_SETTINGS[name]];
  });
  return { settings: settingsSchema.parse(Object.fromEntries(entries)), problems };
}

/** The model endpoint that the settings name; nothing if none is set up. */
export function modelEndpoint(settings: Settings): NamedModel | undefined {
  return namedModel(settings['model.baseUrl'], settings['model.name']);
}

/** Where the settings say that passages are embedded; nothing if it is on this machine. */
export function embeddingModel(settings: Settings): NamedModel | undefined {
  return namedModel(settings['embedding.baseUrl'], settings['embedding.model']);
}

/** A model of an endpoint. */
interface NamedModel {
  readonly baseUrl: string;
  readonly name: string;
}

function namedModel(baseUrl: string, name: string): NamedModel | undefined {
  return baseUrl === '' || name === '' ? undefined : { baseUrl, name };
}

/** Bytes in the unit of `index.maxFileSize`. */
export const BYTES_PER_MB = 1024 * 1024;
