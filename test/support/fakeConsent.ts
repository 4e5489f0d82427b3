import type { Consent, ConsentUse } from '../../src/model/ports';

/** What a person says when asked. */
export type Say = 'once' | 'no' | 'always' | 'never';

/** A person who answers by a script: one word for each question, the last one for all that follow. */
export function fakeConsent(...script: readonly [Say, ...Say[]]): Consent & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const kept = new Map<ConsentUse, 'always' | 'never'>();
  return {
    asked,
    remembered: (use) => kept.get(use),
    ask: async (use, detail) => {
      const known = kept.get(use);
      if (known !== undefined) {
        return known === 'always';
      }
      const say = script[asked.length] ?? script.at(-1);
      asked.push(`${use}: ${detail}`);
      if (say === 'always' || say === 'never') {
        kept.set(use, say);
      }
      return say === 'once' || say === 'always';
    },
  };
}
