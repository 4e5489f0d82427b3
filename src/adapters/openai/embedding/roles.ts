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
