import { DEFAULT_SETTINGS } from '../../src/app/settings';
import type { TurnDeps, TurnOptions } from '../../src/app/turn/turn';
import { turnOptions } from '../../src/app/turnOptions';
import type { Consent, DialectMemory, DialectName } from '../../src/model/ports';

/** A person who says yes, or no, to everything, and is asked each time. */
export function consentOf(isWilling: boolean): Consent {
  return { remembered: () => undefined, ask: async () => isWilling };
}

/** Keeps what is found out about models as long as it lives. */
export function memoryOfDialects(): DialectMemory {
  const known = new Map<string, DialectName>();
  return { recall: (id) => known.get(id), remember: (id, dialect) => known.set(id, dialect) };
}

/** What a turn needs, where a test does not say otherwise: the default settings, a clock that stands, timers that never ring. */
export function turnDeps(
  given: Pick<TurnDeps, 'index'> & Partial<Omit<TurnDeps, 'options'>> & { readonly options?: Partial<TurnOptions> },
): TurnDeps {
  return {
    model: undefined,
    tools: { consent: consentOf(false) },
    dialects: memoryOfDialects(),
    nonce: 'nonce',
    now: () => 0,
    schedule: () => () => undefined,
    random: () => 0,
    ...given,
    options: { ...turnOptions(DEFAULT_SETTINGS).options, ...given.options },
  };
}
