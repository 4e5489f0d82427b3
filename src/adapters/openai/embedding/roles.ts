import type { Server } from '../endpoint';

/** What a text is embedded as. Models may want to know. */
export type TextRole = 'query' | 'document';

/** Fields by which a service wants to be told; none where a model wants a prefix, or nothing. */
export function roleFields({ host }: Server, role: TextRole): Readonly<Record<string, string>> {
  switch (host) {
    case 'api.voyageai.com:443':
      return { input_type: role };
    case 'api.jina.ai:443':
      return { task: role === 'query' ? 'retrieval.query' : 'retrieval.passage' };
    default:
      return {};
  }
}

type Prefixes = Readonly<Record<TextRole, string>>;

const NOTHING: Prefixes = { query: '', document: '' };

/** What models were trained to read before a text, by what is in their names. Their vectors are worse without. */
const PREFIXES: readonly (readonly [name: RegExp, prefixes: Prefixes])[] = [
  [/nomic-embed-text/, { query: 'search_query: ', document: 'search_document: ' }],
  [/(?:e5-.*instruct|qwen3-embedding)/, { query: 'Instruct: Given a question, retrieve passages that answer it\nQuery: ', document: '' }],
  [/(?:^|[^a-z0-9])e5-/, { query: 'query: ', document: 'passage: ' }],
  [/bge-\w+-en|mxbai-embed|arctic-embed/, { query: 'Represent this sentence for searching relevant passages: ', document: '' }],
];

/** What a model wants to read before a text of each role, as far as its name tells. */
export function prefixesOf(model: string): Prefixes {
  const name = model.toLowerCase();
  return PREFIXES.find(([pattern]) => pattern.test(name))?.[1] ?? NOTHING;
}
