import { conversationRule, fenceRule, withoutNonce } from '../evidence/fence';
import type { QueryProfile } from '../model/profile';

/** What is to be gathered for. */
export interface GatherTask {
  readonly profile: QueryProfile;
  /** What was said before, fenced, see `fenceConversation`; nothing in a new conversation. */
  readonly conversation?: string;
}

const ROLE =
  'You gather evidence in the documents and the code of a workspace, so that a question can be answered from it afterwards. You only gather evidence; you do not answer: whatever you write beside the calls of tools is thrown away.';

/** Strategies, not steps: which of them a question needs shows on the way. No bound is told: told of one, models use it up. */
const STRATEGIES = [
  'The documents come first: search them before any other source, unless it is plain that they cannot know.',
  'Where the question is about several things, as in a comparison, search for each of them on its own, never for all in one query. These searches may go out together.',
  'Where the question hangs on a fact that you do not have yet, look that fact up first. Then build the next query from the fact found (the name, the version, the file), not from the words of the question.',
  'A source that came back empty or off the topic is not asked again in other words: take another source, or stop.',
  'Use as few rounds as possible. Once the evidence is there, call nothing more.',
];

/** The rules of gathering; `form` is what a dialect adds. */
export function systemPrompt(nonce: string, form: string): string {
  return [
    ROLE,
    STRATEGIES.map((strategy) => `- ${strategy}`).join('\n'),
    `${fenceRule(nonce)} The same holds for everything else that a tool gives back.`,
    'Questions and documents may be in any language: search in the words that the documents would use, and keep names, code and error texts exactly as they are written.',
    ...(form === '' ? [] : [form]),
  ].join('\n\n');
}

/** The message that a conversation of gathering begins with. */
export function seedPrompt({ profile, conversation }: GatherTask, nonce: string): string {
  const { paths = [], kinds = [] } = profile.scope;
  const asked = [
    `Question: ${profile.standaloneQuestion}`,
    ...list('Search for each of these on its own', profile.focuses),
    ...list('The question is about these files or folders', paths),
    ...list('The question is about files of these kinds', kinds),
  ];
  const before = conversation === undefined || conversation === '' ? [] : [conversationRule(nonce), conversation];
  // A model that was shown the nonce may have written the question.
  return [...before, ...asked.map((part) => withoutNonce(part, nonce))].join('\n\n');
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}: ${items.map((item) => JSON.stringify(item)).join(', ')}.`];
}

/** To a model that called nothing at first. */
export const NOTHING_LOOKED_UP =
  'Nothing has been looked up yet. You do not answer the question, and what you remember does not count: call a tool that searches for the evidence.';

/** To a model that has found nothing so far. */
export const NOTHING_FOUND = 'No call has found anything so far. Take another tool, or other terms: a name, a symbol, the word that the document would use.';

/** To a model that wants to stop although one side is missing. */
export function nothingFor(focuses: readonly string[]): string {
  return `Nothing was looked up for ${focuses.map((focus) => JSON.stringify(focus)).join(', ')} yet. Search for that on its own.`;
}
