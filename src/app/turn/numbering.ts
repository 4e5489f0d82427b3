import { citedNumbers } from '../../answer/coverage';
import { EvidenceLedger } from '../../evidence/ledger';
import { recentEvidence } from '../../memory/recentEvidence';
import type { Passage } from '../../model/passage';
import type { Turn } from './turn';
import type { Ground } from './writing';
import { extractFrom } from './writing';

/** Numbers the evidence of an answer; what the last turns showed keeps its number. */
export function openLedger({ context }: Turn): EvidenceLedger {
  return new EvidenceLedger(recentEvidence(context.history.map(({ evidence }) => evidence)));
}

/**
 * Gives the passages of an answer their numbers. A model reads the best passage as the first. An extract is known before
 * anything is told of it: there the first number is that of what is quoted first, as in anything that people write.
 */
export function numbered(passages: readonly Passage[], rest: Omit<Ground, 'evidence'>, turn: Turn): Ground {
  const evidence = openLedger(turn).admit(passages);
  if (turn.model !== undefined) {
    return { ...rest, evidence };
  }
  const { text } = extractFrom({ ...rest, evidence });
  const used = [...citedNumbers(text, () => true)].flatMap((n) => evidence.find((entry) => entry.n === n)?.passage ?? []);
  const ledger = openLedger(turn);
  ledger.admit(used);
  return { ...rest, evidence: ledger.admit(passages) };
}
