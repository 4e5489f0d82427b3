import { MarkerStream } from '../answer/markers';
import type { Note } from '../model/conversation';
import type { TurnView } from '../protocol/viewState';
import { noteTitle } from './noteDocument';
import { presentReference } from './present';
import type { Translate } from './translate';

/**
 * An answer as a note to remember: without markers, whose numbers mean nothing in another conversation, and with the
 * sources that it cites by name.
 */
export function noteOfAnswer({ question, answer, sources }: TurnView, made: Pick<Note, 'id' | 'savedAt'>, t: Translate): Note {
  const markers = new MarkerStream(() => false);
  const text = (markers.push(answer) + markers.end()).trim();
  const cited = sources.filter(({ cited: isCited }) => isCited).map((source) => presentReference(source, t).replace(/^\[\d+\] /, '- '));
  return {
    ...made,
    title: noteTitle(question),
    text: [text, ...(cited.length === 0 ? [] : [cited.join('\n')])].join('\n\n'),
  };
}
