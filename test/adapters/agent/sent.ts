import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ReceivedRequest } from '../../support/scriptedServer';

/** The key that the model is asked with. */
export const KEY = 'sk-team-0123456789abcdef';

/** What a request was for. */
export type Purpose = 'understand' | 'gather' | 'probe' | 'answer';

/** A request as a model had it. */
export interface Sent {
  readonly purpose: Purpose;
  readonly temperature: number | undefined;
  /** Names of the tools that were offered. */
  readonly tools: readonly string[];
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  /** All that was said, and the tools as they were described. */
  readonly text: string;
}

interface Body {
  readonly temperature?: number;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: Sent['messages'];
}

/**
 * The requests of a turn, each held against what must hold of any.
 * @param temperature - of what is no answer: `zero` unless the server does not take one.
 */
export function readSent(requests: readonly ReceivedRequest[], temperature: 'zero' | 'any temperature' = 'zero'): Sent[] {
  return requests.map((request) => {
    expect(request.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify([request.url, request.body]), 'what is sent').not.toContain(KEY);
    const sent = read(request.body as Body);
    expect(sent.text, 'a bound that a model is told').not.toMatch(BUDGET);
    expect(leaked(sent), 'evidence outside of a fence').toEqual([]);
    if (sent.purpose !== 'answer' && temperature === 'zero') {
      expect(sent.temperature, sent.purpose).toBe(0);
    }
    return sent;
  });
}

/** However a model could be told how often it may still look something up. */
const BUDGET =
  /\bmax_?rounds?\b|\bbudget\b|\b(?:at most|up to|no more than|maximum of|limit of|within)\s+(?:\d+|two|three|four|five|six)\s+(?:\w+\s+)?(?:rounds?|turns?|iterations?|searches|calls|times|tries)\b|\b(?:round|turn)\s+\d+\s*(?:of|\/)\s*\d+|\b(?:rounds?|calls?|searches|tries)\s+(?:left|remain)|(?:最多|不超过|至多)\s*[\d一二三四五六]+\s*(?:轮|次)|(?:剩余|还剩)\s*[\d一二三四五六]+\s*(?:轮|次)/iu;

function read(body: Body): Sent {
  const { messages, tools = [], temperature } = body;
  const names = tools.map((tool) => tool.function.name);
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  return { purpose: purposeOf(system, names), temperature, tools: names, messages, text: [...messages.map(({ content }) => content ?? ''), JSON.stringify(tools)].join('\n') };
}

function purposeOf(system: string, tools: readonly string[]): Purpose {
  if (system.startsWith('You decide how a question')) {
    return 'understand';
  }
  return tools.includes('lookUpWord') ? 'probe' : system.startsWith('You gather evidence') ? 'gather' : 'answer';
}

/** A fence, whatever its nonce, which is letters and digits. */
const FENCE = /<(source|output|result|note|conversation)-([a-z\d]+)(?: [^>]*)?>\n[^]*?\n<\/\1-\2>/g;

/** Lines of the handbook that a model is shown and that stand in no fence. Its own words are its own. */
function leaked({ messages }: Sent): string[] {
  const bare = messages.filter(({ role }) => role !== 'assistant').map(({ content }) => (content ?? '').replace(FENCE, '')).join('\n');
  return LINES.filter((line) => bare.includes(line));
}

/** Shorter lines may stand anywhere by chance. In UTF-16 units. */
const TELLING = 14;

const LINES = linesOf(join(import.meta.dirname, '../../fixtures/team'));

function linesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lines = files.flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'));
  return lines.map((line) => line.trim()).filter((line) => line.length >= TELLING);
}
