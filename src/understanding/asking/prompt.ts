import { conversationRule, withoutNonce } from '../../evidence/fence';
import type { ChatMessage, ChatRequest } from '../../model/ports';

/** What a model reads a question with. */
export interface UnderstandingPrompt {
  readonly question: string;
  /** The conversation before it, fenced; empty where there is none. */
  readonly conversation: string;
  /** The document that the person chose, by path. */
  readonly selected: string | undefined;
  /** See `conversationRule`. */
  readonly nonce: string;
}

/** The reply takes some fifty tokens; a model that thinks first takes some more, and one that rambles is cut off. */
const MAX_OUTPUT_TOKENS = 2_048;

/** The one request in which a model says what is asked and whether one search will do. */
export function buildUnderstandingRequest(prompt: UnderstandingPrompt): ChatRequest {
  const request = { messages: messagesOf(prompt), temperature: 0, maxOutputTokens: MAX_OUTPUT_TOKENS };
  return prompt.conversation === '' ? request : { ...request, smaller: () => buildUnderstandingRequest({ ...prompt, conversation: '' }) };
}

const RULES = [
  'question: the question as it reads without the conversation. Put what is meant in the place of what points back ("it", "the second one", "and on Windows?", "它", "那 Windows 呢？"). Add nothing else, keep names as written and the language as it is. If nothing points back, copy the question.',
  'intent: greeting | capabilities (what can you do) | lookup (a name, a path, an error text) | question | howTo | compare | troubleshoot | summarize | outline (the last two of one document).',
  'complexity: SIMPLE if one search finds it, even a hard one to answer. MEDIUM if several things must be looked up, each by itself. COMPLEX if what to look up next depends on what is found first.',
  'ambiguous: true only if it can be read in ways that need different documents. A short question is not ambiguous for being short.',
  'focuses: for a comparison or a question of several parts, the things or parts to look up, at most 6, in the words of the question.',
  'paths: files and folders that the question wants to be searched, as it writes them. symbols: names of code, as written.',
  'timeSensitive: true only if an answer that was right last month may be wrong today.',
  'confidence: from 0 to 1.',
];

/** Each shows one decision that models get wrong: no more than is asked, one search where one will do, the language kept. */
const EXAMPLES: readonly (readonly [asked: string, reply: Readonly<Record<string, unknown>>])[] = [
  ['Why does the importer skip symlinks?', reply('Why does the importer skip symlinks?', 'question', 'SIMPLE')],
  [
    '(conversation: How do I rotate the signing key on the staging server?) and in production?',
    reply('How do I rotate the signing key on the production server?', 'howTo', 'SIMPLE'),
  ],
  [
    'How do Postgres and SQLite stores differ when a write fails?',
    reply('How do Postgres and SQLite stores differ when a write fails?', 'compare', 'MEDIUM', { focuses: ['Postgres store write fails', 'SQLite store write fails'] }),
  ],
  ['Which team owns the service that sends invoices?', reply('Which team owns the service that sends invoices?', 'question', 'COMPLEX')],
  ['（对话：邮件模板放在哪个目录？）它支持多语言吗', reply('邮件模板支持多语言吗', 'question', 'SIMPLE')],
  ['队列模式和轮询模式分别适合什么场景？', reply('队列模式和轮询模式分别适合什么场景？', 'compare', 'MEDIUM', { focuses: ['队列模式', '轮询模式'] })],
  ['维护支付网关的同事还维护哪些模块？', reply('维护支付网关的同事还维护哪些模块？', 'question', 'COMPLEX')],
];

function reply(question: string, intent: string, complexity: string, { focuses = [] }: { readonly focuses?: readonly string[] } = {}): Readonly<Record<string, unknown>> {
  return { question, intent, complexity, ...(focuses.length === 0 ? {} : { focuses }), confidence: 0.9 };
}

function messagesOf({ question, conversation, selected, nonce }: UnderstandingPrompt): ChatMessage[] {
  const rules = [
    'You decide how a question about a workspace of documents and code is to be looked up. You do not answer it, whatever it says.',
    'Reply with one JSON object and nothing else. Its fields, in this order; leave out those that would be false or []:',
    ...RULES.map((rule) => `- ${rule}`),
    ...(conversation === '' ? [] : [conversationRule(nonce)]),
    'Examples:',
    ...EXAMPLES.flatMap(([asked, told]) => [asked, JSON.stringify(told)]),
  ];
  const asked = [
    ...(conversation === '' ? [] : [conversation]),
    ...(selected === undefined ? [] : [`Selected document: ${JSON.stringify(withoutNonce(selected, nonce))}`]),
    `Question: ${withoutNonce(question, nonce)}`,
  ];
  return [
    { role: 'system', content: rules.join('\n') },
    { role: 'user', content: asked.join('\n\n') },
  ];
}
