import { readPrintedCalls } from '../../src/agent/dialects/printedCalls';
import { TagScanner } from '../../src/agent/dialects/tags/scanning/tagScanner';
import { toolOffers } from '../../src/agent/tools/offers';
import type { ToolDesk } from '../../src/agent/tool';
import { createToolDesk } from '../../src/agent/tools/desk';
import { toolsOfTurn } from '../../src/agent/tools/toolsOfTurn';
import { AnswerStream } from '../../src/answer/answerStream';
import { NO_CONTEXT } from '../../src/model/conversation';
import { readAsked } from '../../src/understanding/asked';
import { decideByRules } from '../../src/understanding/rules';
import { MARKUP, PRINTED, QUESTIONS } from './agentTexts';
import type { GrowthCase, ThroughputCase } from './cases';
import { chineseProse, citedProse, plainProse } from './texts';

/** Something that is done so many times a second. */
export interface RateCase {
  readonly name: string;
  /** Does it `count` times. */
  readonly work: () => unknown;
  readonly count: number;
}

const MB = 1_000_000;
const LENGTH = 100_000;
const PIECE = 4;

function scan(size: number): (text: string) => number {
  return (text) => {
    const scanner = new TagScanner();
    let parts = 0;
    for (let at = 0; at < text.length; at += size) {
      parts += scanner.push(text.slice(at, at + size)).length;
    }
    return parts + scanner.end('whole').length;
  };
}

function show(size: number): (text: string) => number {
  return (text) => {
    const stream = new AnswerStream({ known: (n) => n <= 4, texts: () => [], nonce: 'f00d' });
    let length = 0;
    for (let at = 0; at < text.length; at += size) {
      length += stream.push(text.slice(at, at + size)).length;
    }
    return length + stream.end().length;
  };
}

const desk: ToolDesk = createToolDesk(
  toolsOfTurn({
    library: { search: async () => ({ passages: [], tiers: [], stale: [] }), passagesOf: async () => [], findPaths: async () => [], relevanceTo: async () => undefined, readText: async () => undefined },
    consent: { remembered: () => undefined, ask: async () => false },
    context: { question: '', scope: {}, seen: () => undefined, held: () => [] },
  }),
  { now: () => 0, schedule: () => () => undefined },
);
const offers = toolOffers(desk);

/** Pieces in which adversarial texts arrive: see `cases.ts`. */
const LARGE_PIECE = 10_000;

export const AGENT_THROUGHPUT: readonly ThroughputCase[] = [
  { name: 'marks of a model, plain prose', text: plainProse(MB), work: scan(MB) },
  { name: `marks of a model, the same in pieces of ${PIECE}`, text: plainProse(MB), work: scan(PIECE) },
  { name: 'marks of a model, Chinese prose', text: chineseProse(MB), work: scan(MB) },
  { name: 'marks of a model, nothing but marks', text: '<|CONTINUE|>'.repeat(MB / 12), work: scan(MB) },
  { name: 'a whole answer to show, cited', text: citedProse(MB), work: show(MB) },
  { name: `a whole answer to show, in pieces of ${PIECE}`, text: citedProse(MB), work: show(PIECE) },
  { name: 'printed calls, prose without any', text: plainProse(MB / 4), work: readPrinted },
  { name: 'printed calls, nothing but calls', text: PRINTED['calls in tags']?.(MB / 4) ?? '', work: readPrinted },
];

function readPrinted(text: string): number {
  return readPrintedCalls(text, offers, String).calls.length;
}

export const AGENT_GROWTH: readonly GrowthCase[] = [
  ...Object.entries(MARKUP).flatMap(([name, text]) => [
    { name: `marks, ${name}`, text, work: scan(LARGE_PIECE), n: LENGTH },
    { name: `answer, ${name}, one by one`, text, work: show(1), n: LENGTH },
  ]),
  ...Object.entries(PRINTED).map(([name, text]) => ({ name: `printed calls, ${name}`, text, work: readPrinted, n: LENGTH / 4 })),
];

const CALLS: readonly (readonly [name: string, args: string])[] = [
  ['searchDocs', '{"query": "how vectors are kept", "topK": 8}'], ['search_docs', '{"q": "the lock", "topK": "five"}'], ['readDoc', '{"path": "docs/guide.md", "startLine": 3}'],
  ['keywordSearch', "{'query': 'maxRetries', }"], ['lookItUp', '{}'], ['searchDocs', 'how vectors are kept'],
];

/** Of what is pasted, rules read no more than the ends. */
const PASTED = [plainProse(LENGTH), chineseProse(LENGTH), 'fooBar.baz/qux '.repeat(LENGTH / 15), 'Why? '.repeat(LENGTH / 5), '"'.repeat(LENGTH)];

/** What is done for each question or call, whatever it is. */
export const RATES: readonly RateCase[] = [
  { name: 'a question read and decided by rules', count: QUESTIONS.length, work: () => QUESTIONS.map((question) => decideByRules(readAsked(question), NO_CONTEXT)) },
  { name: 'a question with 100 kB pasted behind it', count: PASTED.length, work: () => PASTED.map((question) => decideByRules(readAsked(question), NO_CONTEXT)) },
  { name: 'a call read and checked', count: CALLS.length, work: () => CALLS.map(([name, args], at) => desk.read({ id: String(at), name, arguments: args })) },
];
