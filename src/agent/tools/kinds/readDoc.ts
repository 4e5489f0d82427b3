import * as z from 'zod';
import { AssistantError } from '../../../model/errors';
import type { Passage } from '../../../model/passage';
import type { Library } from '../../../retrieval/library';
import type { Tool, ToolOutput } from '../../tool';
import type { ToolContext } from '../context';
import { quote, quoteAll } from '../quote';
import type { LineRange } from './readRange';
import { fitInto, linesOf, MAX_LINES, sectionOf } from './readRange';
import type { SearchDeps } from './searchTools';

const TIMEOUT_MS = 5_000;

/** Longest path, name or heading, in UTF-16 units. */
const MAX_NAME = 400;

const schema = z.object({
  doc: z.string().trim().max(MAX_NAME).optional().describe('Path or name of an indexed document.'),
  passage: z.int().min(1).optional().describe('Instead of doc: the number of a passage that you were shown, to read around it.'),
  startLine: z.int().min(1).optional().describe('First line, from 1.'),
  endLine: z.int().min(1).optional().describe('Last line.'),
  section: z.string().trim().max(MAX_NAME).optional().describe('Instead of lines: the heading of a section.'),
});

type ReadInput = z.infer<typeof schema>;

/** Reads a range of a document that is indexed. What is not indexed cannot be read, whatever it is called. */
export function createReadDoc(deps: SearchDeps): Tool<ReadInput> {
  return {
    name: 'readDoc',
    description:
      'Reads lines or a section of one indexed document, given by doc or by the number of a passage you were shown. ' +
      'Use it to read on around a passage that breaks off. Not to look for something: searchDocs does. Not for files outside the index.',
    input: schema,
    timeoutMs: TIMEOUT_MS,
    queryOf: () => undefined,
    run: (input) => read(input, deps),
  };
}

async function read(input: ReadInput, { library, context }: SearchDeps): Promise<ToolOutput> {
  const target = await targetOf(input, library, context);
  const passages = await library.passagesOf(target.path);
  const last = Math.max(0, ...passages.map(({ span }) => span.endLine));
  if (last === 0) {
    throw refusal(`${quote(target.path)} cannot be read any more. Search for what you need.`);
  }
  if (input.section !== undefined) {
    return readSection(input.section, target.path, passages);
  }
  const range = rangeOf(input, target, last);
  if (range.startLine > last) {
    throw refusal(`${quote(target.path)} has ${last} lines: there is nothing from line ${range.startLine} on.`);
  }
  return fitInto(linesOf(passages, range), { path: target.path, upTo: last });
}

/** The document that is meant, and the lines that its name came with. */
interface Target extends Partial<LineRange> {
  readonly path: string;
}

async function targetOf({ doc, passage }: ReadInput, library: Library, { seen, scope }: ToolContext): Promise<Target> {
  if (doc !== undefined) {
    return resolve(doc, library);
  }
  if (passage !== undefined) {
    return around(passage, seen(passage));
  }
  const [path, ...more] = scope.paths ?? [];
  if (path === undefined || more.length > 0) {
    throw refusal('Say what to read: "doc" with a path or name, or "passage" with the number of a passage.');
  }
  return resolve(path, library);
}

/** What stands before a passage explains it; what follows goes on with it, and is asked for more often. In lines. */
const BEFORE = 20;
const AFTER = 60;

function around(n: number, passage: Passage | undefined): Target {
  if (passage === undefined) {
    throw refusal(`There is no passage ${n}. Give a number that you were shown, or "doc".`);
  }
  if (passage.origin !== undefined) {
    throw refusal(`Passage ${n} is not from a document of the workspace: there is no more of it to read.`);
  }
  const { startLine, endLine } = passage.span;
  return { path: passage.path, startLine: Math.max(1, startLine - BEFORE), endLine: endLine + AFTER };
}

/** Lines behind a path, as they are written in many places: `a.md:3-9`, `a.md#L3-L9`, `a.md:3`. */
const LINES_BEHIND = /(?::|#L?)(?<from>\d{1,7})(?:(?:-|:|-?L)(?<to>\d{1,7}))?$/;

/** Documents that a name may mean, and those named when it means none. */
const MAX_NAMED = 5;

async function resolve(doc: string, library: Library): Promise<Target> {
  const { from, to } = LINES_BEHIND.exec(doc)?.groups ?? {};
  const name = doc.replace(LINES_BEHIND, '');
  const lines = { ...(from === undefined ? {} : { startLine: Number(from) }), ...(to === undefined ? {} : { endLine: Number(to) }) };
  const meant = await documentsOf(name, library);
  const [path, ...others] = meant;
  if (path === undefined) {
    const near = await library.findPaths(lastPart(name), MAX_NAMED);
    throw refusal(`There is no indexed document ${quote(name)}. ${near.length === 0 ? 'Find the right one with searchDocs.' : `Near to it: ${quoteAll(near)}.`}`);
  }
  if (others.length > 0 && path !== name) {
    throw refusal(`${quote(name)} can mean several documents: ${quoteAll(meant)}. Give one whole path.`);
  }
  return { path, ...lines };
}

async function documentsOf(name: string, library: Library): Promise<string[]> {
  const paths = await library.findPaths(name, MAX_NAMED);
  const read = await Promise.all(paths.map(async (path) => (await library.passagesOf(path)).length > 0));
  return paths.filter((_path, at) => read[at]);
}

/** The file name alone: a path that leaves the workspace often ends like one inside it. */
function lastPart(name: string): string {
  return name.replace(/[/\\]+$/, '').replace(/^.*[/\\]/su, '');
}

function rangeOf({ startLine, endLine }: ReadInput, target: Target, last: number): LineRange {
  const from = startLine ?? (endLine === undefined ? target.startLine : Math.max(1, endLine - MAX_LINES + 1)) ?? 1;
  const to = endLine ?? (startLine === undefined ? target.endLine : undefined) ?? Math.max(from, last);
  return { startLine: Math.min(from, to), endLine: Math.max(from, to) };
}

/** Headings named when none is the one that was asked for. */
const MAX_HEADINGS = 20;

function readSection(section: string, path: string, passages: readonly Passage[]): ToolOutput {
  const found = sectionOf(passages, section);
  if (found.length === 0) {
    const headings = [...new Set(passages.flatMap(({ headings: trail }) => trail))].slice(0, MAX_HEADINGS);
    throw refusal(`${quote(path)} has no section ${quote(section)}. ${headings.length === 0 ? 'It has no headings: give lines.' : `Its headings: ${quoteAll(headings)}.`}`);
  }
  return fitInto(found, { path, upTo: Math.max(...found.map(({ span }) => span.endLine)) });
}

function refusal(message: string): AssistantError {
  return new AssistantError('tool.badArguments', message);
}
