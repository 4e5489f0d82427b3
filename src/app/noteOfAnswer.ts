import { MarkerStream } from '../answer/markers';
import type { Note } from '../model/conversation';
import type { TurnView } from '../protocol/viewState';
import { presentReference } from './present';
import type { Translate } from './translate';

/** A title is one line of a list. */
const MAX_TITLE = 120;

/**
 * An answer as a note to remember: without markers, whose numbers mean nothing in another conversation, and with the
 * sources that it cites by name.
 */
export function noteOfAnswer({ question, answer, sources }: TurnView, made: Pick<Note, 'id' | 'savedAt'>, t: Translate): Note {
  const markers = new MarkerStream(() => false);
  const text = (markers.push(answer) + markers.end()).trim();
  const cited = sources.filter(({ cited: isCited }) => isCited).map((source) => presentReference(source, t).replace(/^\[\d+\] /, '- '));
  const title = question.replace(/\s+/g, ' ').trim();
  return {
    ...made,
    title: title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1)}…`,
    text: [text, ...(cited.length === 0 ? [] : [cited.join('\n')])].join('\n\n'),
  };
}
