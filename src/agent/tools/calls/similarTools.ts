import { lettersOf } from '../../../util/letters';
import { terms } from '../../../util/terms';
import type { Tool } from '../../tool';

/** A tool as far as it can be mistaken. */
type Named = Pick<Tool, 'name' | 'description'>;

/** Longer names are noise after this, in UTF-16 units. */
const MAX_NAME = 100;

/** A word of the name that the purpose has counts for this much of one that the name has. */
const PURPOSE_SHARE = 0.5;

/**
 * The tools that a name may mean, the likeliest first: by the runs of three characters that names have in common, and by
 * the words of the name that stand in name and description.
 *
 * @param count - tools returned, at most.
 */
export function similarTools<T extends Named>(name: string, tools: readonly T[], count: number): T[] {
  const asked = name.slice(0, MAX_NAME);
  const scored = tools.map((tool) => ({ tool, score: likeness(asked, tool) }));
  return scored.sort((a, b) => b.score - a.score).slice(0, count).map(({ tool }) => tool);
}

function likeness(asked: string, { name, description }: Named): number {
  const wanted = terms(asked);
  const inName = overlap(wanted, terms(name));
  const inPurpose = overlap(wanted, terms(purposeOf(description)));
  return dice(trigrams(asked), trigrams(name)) + inName + PURPOSE_SHARE * inPurpose;
}

/** What a tool does: the first sentence of its description. The others say what it is not for. */
export function purposeOf(description: string): string {
  return /^.*?(?=\.(?:\s|$))/su.exec(description)?.[0] ?? description;
}

/** Share of the terms that are among the others. */
function overlap(wanted: readonly string[], others: readonly string[]): number {
  return wanted.length === 0 ? 0 : wanted.filter((term) => others.includes(term)).length / wanted.length;
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((gram) => b.has(gram)).length;
  return (2 * common) / Math.max(1, a.size + b.size);
}

function trigrams(name: string): Set<string> {
  const plain = ` ${lettersOf(name)} `;
  return new Set(Array.from({ length: Math.max(0, plain.length - 2) }, (_, at) => plain.slice(at, at + 3)));
}
