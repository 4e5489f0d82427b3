import type { Assurance } from '../app/settings';
import { ASSURANCES, DEFAULT_SETTINGS, DIALECTS, MAX_ROUNDS } from '../app/settings';
import type { Settings } from '../app/settings';
import type { ModelOption } from './values';
import { nonEmpty, parseChoice, parseCount, parseModel } from './values';

/** How a question is answered on the command line. */
export interface AskOptions {
  readonly model: ModelOption | undefined;
  readonly assurance: Assurance;
  readonly dialect: Settings['model.dialect'];
  readonly maxRounds: number;
  readonly isAgentic: boolean;
  /** True if the model may run programs in the sandbox without being asked each time. */
  readonly runsCode: boolean;
  /** The document that the question is about, by path. */
  readonly document: string | undefined;
  /** A file of saved notes. */
  readonly notes: string | undefined;
  /** A file for the record of the turn. */
  readonly trace: string | undefined;
  readonly traceHasContent: boolean;
}

export const ASK_OPTIONS = {
  'base-url': { type: 'string' },
  'model': { type: 'string' },
  'assurance': { type: 'string' },
  'dialect': { type: 'string' },
  'max-rounds': { type: 'string' },
  'no-agentic': { type: 'boolean' },
  'run-code': { type: 'boolean' },
  'document': { type: 'string' },
  'notes': { type: 'string' },
  'trace': { type: 'string' },
  'no-trace-content': { type: 'boolean' },
} as const;

export const ASK_USAGE = `  --base-url URL    an OpenAI-compatible endpoint, such as http://localhost:11434/v1
  --model NAME      a model of that endpoint; without one, answers are extracted from the documents
  --assurance LEVEL fast (one search), standard (default: the model searches as it needs), or strict: every cited
                    sentence is checked, too
  --dialect NAME    how the model asks for searches: native, react, tags, or auto (default)
  --max-rounds N    rounds of searching, 1 to ${MAX_ROUNDS} (default ${DEFAULT_SETTINGS['agentic.maxRounds']})
  --no-agentic      one search, whatever the question
  --run-code        let the model calculate in a sandbox
  --document PATH   the document that the question is about
  --notes FILE      saved notes that may be recalled
  --trace FILE      append the record of the turn to FILE, as JSON lines
  --no-trace-content  lengths instead of texts in the record
`;

type Values = Readonly<Partial<Record<keyof typeof ASK_OPTIONS, string | boolean>>>;

/** @throws UsageError */
export function parseAskOptions(values: Values): AskOptions {
  const text = (name: keyof typeof ASK_OPTIONS) => nonEmpty(values[name] as string | undefined, `--${name}`);
  return {
    model: parseModel(values, ['base-url', 'model']),
    assurance: parseChoice(text('assurance') ?? DEFAULT_SETTINGS.assurance, '--assurance', ASSURANCES),
    dialect: parseChoice(text('dialect') ?? DEFAULT_SETTINGS['model.dialect'], '--dialect', DIALECTS),
    maxRounds: parseCount(text('max-rounds') ?? `${DEFAULT_SETTINGS['agentic.maxRounds']}`, '--max-rounds', MAX_ROUNDS),
    isAgentic: values['no-agentic'] !== true,
    runsCode: values['run-code'] === true,
    document: text('document'),
    notes: text('notes'),
    trace: text('trace'),
    traceHasContent: values['no-trace-content'] !== true,
  };
}
