import { groupBy } from '../../util/groupBy';
import type { Piece } from './extractPieces';
import type { Extract } from './extractSelect';

/** Sections that a summary names, at most, and characters that it quotes: about a screen. */
const MAX_SECTIONS = 12;
const MAX_LENGTH = 2_400;

/** A first sentence shorter than this introduces nothing: the next one is quoted with it. In characters. */
const MIN_LEAD_LENGTH = 60;

/**
 * What a document says, section by section: the first words of each, which is where writers say what a section is about.
 * Where there are too many sections, those of the document itself go before those inside them.
 *
 * @param pieces - of one document, in order of its text.
 */
export function selectSummary(pieces: readonly Piece[]): Extract[] {
  const sections = groupBy(pieces, ({ section }) => `${section.parent}\n${section.title}`).flatMap((section) => {
    const extract = leadOf(section);
    return extract === undefined ? [] : [extract];
  });
  const root = sections[0]?.section.title;
  const isTop = ({ section }: Extract) => section.parent === '' || section.parent === root;
  const ordered = sections.length <= MAX_SECTIONS ? sections : [...sections.filter(isTop), ...sections.filter((section) => !isTop(section))];
  const chosen = new Set<Extract>();
  let length = 0;
  for (const section of ordered.slice(0, MAX_SECTIONS)) {
    length += section.pieces.reduce((sum, { text }) => sum + text.length, 0);
    if (chosen.size > 0 && length > MAX_LENGTH) {
      break;
    }
    chosen.add(section);
  }
  return sections.filter((section) => chosen.has(section));
}

/** The first words of a section under its heading; nothing where it has no words of its own to quote. */
function leadOf(section: readonly Piece[]): Extract | undefined {
  const at = section.findIndex(({ role, kind }) => role === 'statement' && kind !== 'code');
  const first = section[at] ?? section.find(({ role }) => role === 'statement');
  if (first === undefined) {
    return undefined;
  }
  const next = section[at + 1];
  const isContinued = first.text.length < MIN_LEAD_LENGTH && next?.block === first.block && next.role === 'statement';
  return { evidence: first.evidence, section: first.section, title: first.section.title, pieces: isContinued ? [first, next] : [first] };
}
