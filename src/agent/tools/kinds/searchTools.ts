import * as z from 'zod';
import { withoutNoise } from '../../../evidence/noise';
import type { SearchScope } from '../../../model/scope';
import { isWholeWorkspace } from '../../../model/scope';
import type { Library } from '../../../retrieval/library';
import type { SearchMode, SearchRequest } from '../../../retrieval/retrieve';
import type { Tool, ToolOutput } from '../../tool';
import type { ToolContext } from '../context';
import { quote, quoteAll } from '../quote';
import { querySchema } from './query';

/** Passages of one search, unless the model asks for another number. */
const DEFAULT_TOP_K = 8;
const MAX_TOP_K = 20;

/** A search of a cold index embeds and judges, in WebAssembly at worst. In ms. */
const TIMEOUT_MS = 15_000;

/** Longest path that is looked for, in UTF-16 units. */
const MAX_PATH = 400;

/** A name may mean several folders; it is searched in all of them, up to so many. */
const MAX_MEANT = 5;

function searchSchema(query: string) {
  return z.object({
    query: querySchema(query),
    topK: z.int().min(1).max(MAX_TOP_K).default(DEFAULT_TOP_K).describe('How many passages to return.'),
    in: z.string().trim().max(MAX_PATH).optional().describe('A folder or file to search in, by path or name. Leave it out to search where the question points to.'),
  });
}

const searchDocsSchema = searchSchema('What to look for, in a few words or one sentence, about one thing.');
const keywordSearchSchema = searchSchema('The exact words, names or message to look for.');

type SearchInput = z.infer<typeof searchDocsSchema>;

/** Where tools look things up. */
export interface SearchDeps {
  readonly library: Library;
  readonly context: ToolContext;
}

/** Search by meaning and by words, fused. */
export function createSearchDocs(deps: SearchDeps): Tool<SearchInput> {
  return {
    name: 'searchDocs',
    description:
      'Finds passages of the indexed documents and code by meaning and words. Use it first, once for each thing asked about. ' +
      'Not for exact symbols or error messages (keywordSearch), not to read on in a file you know (readDoc), and not again in other words when it found nothing.',
    input: searchDocsSchema,
    timeoutMs: TIMEOUT_MS,
    queryOf: ({ query }) => query,
    run: (input, signal) => search(input, 'hybrid', { ...deps, signal }),
  };
}

/** Search by words alone. */
export function createKeywordSearch(deps: SearchDeps): Tool<SearchInput> {
  return {
    name: 'keywordSearch',
    description:
      'Finds passages that contain exact words: function and setting names, error messages, file names, version numbers. ' +
      'Not for questions or descriptions in your own words: searchDocs finds those.',
    input: keywordSearchSchema,
    timeoutMs: TIMEOUT_MS,
    queryOf: ({ query }) => query,
    run: (input, signal) => search(input, 'keyword', { ...deps, signal }),
  };
}

type SearchCall = SearchDeps & { readonly signal: AbortSignal };

async function search({ query, topK, in: within }: SearchInput, mode: SearchMode, { library, context, signal }: SearchCall): Promise<ToolOutput> {
  const { scope, note } = await scopeOf(within, { library, context });
  // A model that is shown what has nothing to do with its query goes on searching: it is to see that there is nothing.
  const find = async (request: SearchRequest) => withoutNoise((await library.search(request, signal)).passages, query);
  const request: SearchRequest = { query, k: topK, mode, ...(isWholeWorkspace(scope) ? {} : { scope }) };
  const passages = await find(request);
  if (passages.length > 0 || isWholeWorkspace(scope)) {
    return { passages, ...(note === undefined ? {} : { text: note }) };
  }
  if (within !== undefined && note === undefined) {
    return { passages, text: `Nothing was found in ${placesOf(scope)}. Leave out "in" to search everything.` };
  }
  const everywhere = await find({ query, k: topK, mode });
  const widened = everywhere.length === 0 ? [] : [`Nothing was found in ${placesOf(scope)}: these are from the whole workspace.`];
  const notes = [...(note === undefined ? [] : [note]), ...widened];
  return { passages: everywhere, ...(notes.length === 0 ? {} : { text: notes.join(' ') }) };
}

/** Ways to say "everywhere". */
const EVERYWHERE = /^(?:\.?\/?|\*{1,2}|\/?\*\*\/\*|all|everything|everywhere|workspace|全部|所有)$/i;

/** Where to search, and what the model must know of it: the default is what the question came with, not all there is. */
async function scopeOf(within: string | undefined, { library, context }: SearchDeps): Promise<{ readonly scope: SearchScope; readonly note?: string }> {
  if (within === undefined) {
    return { scope: context.scope };
  }
  if (EVERYWHERE.test(within)) {
    return { scope: {} };
  }
  const paths = await library.findPaths(within, MAX_MEANT);
  const [first] = paths;
  if (first === undefined) {
    return { scope: context.scope, note: `Nothing indexed is called ${quote(within)}: "in" was not heeded.` };
  }
  return { scope: { paths: first === within ? [first] : paths } };
}

function placesOf({ paths = [], kinds = [] }: SearchScope): string {
  return paths.length === 0 ? `files of kind ${kinds.join(', ')}` : quoteAll(paths.slice(0, MAX_MEANT));
}
