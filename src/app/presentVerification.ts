import type { Revision, UnsupportedCitation, Verification } from '../model/answer';
import { objections } from './strict';
import type { Translate } from './translate';

/** Changes that are told one by one; the others are counted. */
const MAX_TOLD = 3;

/** What a reader is told of an answer that took the place of another. */
export function presentRevisions(revisions: readonly Revision[], t: Translate): string {
  const told = revisions.slice(0, MAX_TOLD).map(({ was, now }) => (now === undefined ? t('withdrawn: “{0}”', clip(was)) : t('rewritten: “{0}”', clip(was))));
  const rest = revisions.length - told.length;
  return t('Revised after checking: {0}.', [...told, ...(rest === 0 ? [] : [t('{0} more', rest)])].join(t(', ')));
}

/** What a reader is told of how checking ended, in sentences; none where everything cited is supported as it was first written. */
export function presentVerification({ checks, revisions, end }: Verification, t: Translate): string[] {
  const doubted = objections(checks).length;
  const open = checks.filter(({ verdict }) => verdict === 'undecided').length;
  return [
    ...(revisions.length === 0 ? [] : [presentRevisions(revisions, t)]),
    ...(end === 'timedOut' ? [t('Checking took too long and was broken off; the answer stands as it was checked last.')] : []),
    ...(end === 'failed' ? [t('The model could not check the answer; it stands as it was checked last.')] : []),
    ...(doubted === 0 ? [] : [t('Not supported by the lines they cite, and marked: {0} of {1} statements.', doubted, checks.length)]),
    ...(open === 0 ? [] : [t('Could not be checked: {0} of {1} statements.', open, checks.length)]),
  ];
}

/** The statements that their sources do not support, as marks on these sources, beside those that are there already. */
export function doubtsOf({ checks }: Verification, marked: readonly UnsupportedCitation[]): UnsupportedCitation[] {
  return objections(checks)
    .flatMap(({ sentence, numbers }) => numbers.map((n) => ({ n, sentence, missing: [`“${clip(sentence)}”`] })))
    .filter(({ n, sentence }) => !marked.some((mark) => mark.n === n && mark.sentence === sentence));
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
