import * as z from 'zod';
import { AssistantError } from '../../../model/errors';
import type { Consent, WebSearch } from '../../../model/ports';
import type { Tool } from '../../tool';
import type { ToolContext } from '../context';
import { looksSecret, quotesPassage } from './outgoing';
import { querySchema } from './query';

const TIMEOUT_MS = 15_000;

/** A longer query is no query, but something pasted. In UTF-16 units. */
const MAX_WEB_QUERY = 200;

/** Pages' passages of one search, at most. */
const MAX_PASSAGES = 10;

const schema = z.object({ query: querySchema('What to look for on the web: a few words that are no secret.') });

/** Search of the web: asks the person first, and never lets out what is not theirs to give away unseen. */
export function createWebSearchTool({ web, consent, context }: { readonly web: WebSearch; readonly consent: Consent; readonly context: ToolContext }): Tool<z.infer<typeof schema>> {
  return {
    name: 'webSearch',
    description:
      'Looks on the public web for what the documents do not say: other products, newer versions, outside news. ' +
      'Only after the documents were searched. Not for anything about this workspace. Never put text of documents, names of customers, keys or passwords into the query.',
    input: schema,
    timeoutMs: TIMEOUT_MS,
    queryOf: ({ query }) => query,
    mayRun: ({ query }, signal) => {
      refuseToSend(query, context);
      return consent.ask('webSearch', query, signal);
    },
    run: async ({ query }, signal) => {
      const passages = await web.search(query, signal);
      if (!passages.every(({ origin }) => origin?.kind === 'web')) {
        throw new AssistantError('tool.failed', `${web.name} gave a result that is not from the web. Work with the documents.`);
      }
      return { passages: passages.slice(0, MAX_PASSAGES) };
    },
  };
}

/** @throws AssistantError tool.badArguments */
function refuseToSend(query: string, { held, question }: ToolContext): void {
  if (query.length > MAX_WEB_QUERY) {
    throw new AssistantError('tool.badArguments', `The query is too long for the web. Write a few words, at most ${MAX_WEB_QUERY} characters.`);
  }
  if (looksSecret(query)) {
    throw new AssistantError('tool.badArguments', 'The query has something like a key, a password or an account number in it and was not sent. Write it without.');
  }
  if (quotesPassage(query, held(), question)) {
    throw new AssistantError('tool.badArguments', 'The query repeats text of a document and was not sent. Say in a few words of your own what to look for.');
  }
}
