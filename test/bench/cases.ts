import { locateQuote } from '../../src/answer/checkCitation';
import { MarkerStream } from '../../src/answer/markers';
import { lineStarts, spanOf } from '../../src/util/lines';
import { splitSentences } from '../../src/util/sentences';
import { AGENT_GROWTH, AGENT_THROUGHPUT } from './agentCases';
import { ADVERSARIAL, chineseProse, citedProse, plainProse } from './texts';

/** Something that is measured by how much of a text it reads in a second. */
export interface ThroughputCase {
  readonly name: string;
  readonly text: string;
  readonly work: (text: string) => unknown;
  /** Least megabytes of UTF-16 units per second; absent where the figure is only told. */
  readonly goal?: number;
}

/** Something whose time must not grow faster than its input. */
export interface GrowthCase {
  readonly name: string;
  readonly text: (n: number) => string;
  readonly work: (text: string) => unknown;
  /** Length of the shorter input; the longer one is twice as long. */
  readonly n: number;
}

/** Pieces of an answer as servers send them. */
const PIECE = 4;

const known = (n: number): boolean => n <= 4;

function readWhole(text: string): number {
  const stream = new MarkerStream(known);
  const answer = stream.push(text) + stream.end();
  return answer.charCodeAt(answer.length - 1); // a string that nobody reads is never put together
}

function readInPieces(size: number): (text: string) => number {
  return (text) => {
    const stream = new MarkerStream(known);
    let length = 0;
    for (let at = 0; at < text.length; at += size) {
      length += stream.push(text.slice(at, at + size)).length;
    }
    return length + stream.end().length;
  };
}

/** Looks the middle of a text up in the text with a line more at its top. */
function locateMiddle(text: string): unknown {
  const start = text.indexOf('\n\n', text.length / 2) + 2;
  const end = text.indexOf('\n\n', start + 200);
  return locateQuote(text.slice(start, end), spanOf(lineStarts(text), start, end), `One line more.\n${text}`);
}

/** Looks up what begins as every line does and stands nowhere. */
function locateNothing(text: string): unknown {
  const line = text.slice(0, text.indexOf('\n'));
  return locateQuote(`${line}\n${line}\nnot there`, { start: 0, end: 1, startLine: 1, endLine: 1 }, text);
}

const MB = 1_000_000;

export const THROUGHPUT: readonly ThroughputCase[] = [
  { name: 'markers, plain prose', text: plainProse(4 * MB), work: readWhole, goal: 50 },
  { name: `markers, plain prose in pieces of ${PIECE}`, text: plainProse(MB), work: readInPieces(PIECE) },
  { name: 'markers, Chinese prose', text: chineseProse(MB), work: readWhole },
  { name: 'markers, a marker in every sentence', text: citedProse(MB), work: readWhole },
  { name: `markers, the same in pieces of ${PIECE}`, text: citedProse(MB), work: readInPieces(PIECE) },
  { name: 'markers, nothing but markers', text: '[1]'.repeat(MB / 3), work: readWhole },
  { name: 'sentences, English', text: citedProse(MB / 4), work: splitSentences },
  { name: 'sentences, Chinese', text: chineseProse(MB / 4), work: splitSentences },
  { name: 'cited text found in a file of 1 MB', text: plainProse(MB), work: locateMiddle },
  { name: 'cited text looked for in vain in 1 MB', text: 'the same line again\n'.repeat(MB / 20), work: locateNothing },
  ...AGENT_THROUGHPUT,
];

const LENGTH = 100_000;

/** Strings of 128 KB and more lie in a part of the heap of their own: pieces keep that step out of the ratio. */
const LARGE_PIECE = 10_000;

export const GROWTH: readonly GrowthCase[] = [
  ...Object.entries(ADVERSARIAL).flatMap(([name, text]) => [
    { name: `markers, ${name}`, text, work: readInPieces(LARGE_PIECE), n: LENGTH },
    { name: `markers, ${name}, one by one`, text, work: readInPieces(1), n: LENGTH },
  ]),
  { name: 'sentences, prose', text: citedProse, work: splitSentences, n: LENGTH },
  { name: 'sentences, a single one', text: (n) => 'word '.repeat(n / 5), work: splitSentences, n: LENGTH },
  { name: 'sentences, full stops', text: (n) => '.'.repeat(n), work: splitSentences, n: LENGTH },
  { name: 'sentences, open brackets', text: (n) => '['.repeat(n), work: splitSentences, n: LENGTH },
  { name: 'sentences, backticks', text: (n) => '`'.repeat(n), work: splitSentences, n: LENGTH },
  { name: 'cited text, found', text: plainProse, work: locateMiddle, n: 10 * LENGTH },
  { name: 'cited text, in vain', text: (n) => 'the same line again\n'.repeat(n / 20), work: locateNothing, n: 10 * LENGTH },
  ...AGENT_GROWTH,
];
