import type { Asked, RoundModel } from './scriptedRounds';

/*
 * Models that behave as models are known to: a good one, and the five ways in which an agent fails. Each is a function of what it
 * is asked, so that it can be asked anything, in any order, at the same time.
 */

/** How a model behaves while it gathers (tools are offered), while it answers, and where it is asked something else. */
export interface Mind {
  readonly gather: RoundModel;
  /** Asked without tools: the answer is wanted. */
  readonly answer: RoundModel;
  /** Looked at first: what it does where its system message, or else the last of the user, is such. */
  readonly special?: readonly { readonly when: RegExp; readonly does: RoundModel }[];
}

/** One model of its parts. */
export function mind({ gather, answer, special = [] }: Mind): RoundModel {
  return (asked) => {
    const does = special.find(({ when }) => when.test(asked.system) || when.test(asked.user))?.does;
    return (does ?? (asked.tools.length > 0 ? gather : answer))(asked);
  };
}

/** A source as it stands fenced before the model. */
export interface SeenSource {
  readonly n: number;
  /** Of a file; empty for others. */
  readonly path: string;
  readonly text: string;
}

/** The sources in a text, in order: what stands between `<source-nonce n="1" path="docs/cli.md" …>` and its end. */
export function sourcesIn(text: string): readonly SeenSource[] {
  const fences = text.matchAll(/<source-(\w+) ([^>]*)>\n([^]*?)\n<\/source-\1>/g);
  return [...fences].map(([, , attributes = '', body = '']) => ({
    n: Number(/\bn="(\d+)"/.exec(attributes)?.[1]),
    path: /\bpath="([^"]*)"/.exec(attributes)?.[1] ?? '',
    text: body,
  }));
}

/**
 * Says a text in which `{clue}` stands for the number of the first source that the clue, a regular expression, is found in:
 * `The lease lasts 30 s [{30 s}].` A clue that is found in none gives 99, a number that nothing has.
 */
export function citing(text: string): RoundModel {
  return (asked) => `say ${text.replace(/\{([^{}]+)\}/g, (_all, clue: string) => numberOf(asked, clue))}`;
}

function numberOf({ text }: Asked, clue: string): string {
  return String(sourcesIn(text).find((source) => new RegExp(clue).test(source.text))?.n ?? 99);
}

/** One step of a good model. */
export interface GoodStep {
  /** A line of a script; `$1`, `$2` stand for what the groups of the clue matched. */
  readonly line: string;
  /** Looked for in what came back so far. Without it, or where it is not found, the model has enough. The first step needs none. */
  readonly clue?: RegExp;
}

/**
 * Looks one thing up after another, each built from what was found before, and stops when there is nothing left to look up.
 * With a query `$1 office hours` and a clue `maintained by (.+)`, the second step looks for the person
 * whom the first one found.
 */
export function goodModel(steps: readonly GoodStep[]): RoundModel {
  return ({ rounds, observations }) => {
    const step = steps[rounds];
    const found = step?.clue === undefined ? [] : step.clue.exec(observations.join('\n'));
    return step === undefined || found === null ? 'say That is enough.' : step.line.replace(/\$(\d)/g, (_all, group: string) => found[Number(group)] ?? '');
  };
}

const search = (args: object): string => `call searchDocs ${JSON.stringify(args)}`;

/** Asks the same in other words, and again, and never has enough. The words must differ; after the last it counts up. */
export function spinning(queries: readonly string[]): RoundModel {
  return ({ rounds }) => search({ query: queries[rounds] ?? `${queries.at(-1) ?? 'query'} ${rounds}` });
}

/** Calls a tool that there is not, with the query under a name of its own, and again when it is told so. */
export function hallucinatedTool(query: string, name = 'queryKnowledgeGraph'): RoundModel {
  return () => `call ${name} ${JSON.stringify({ query, depth: 2 })}`;
}

/** Arguments that are wrong, each round in another way: of the wrong type, empty, no JSON, no object, far too long. */
export function badArguments(query: string): RoundModel {
  const wrong = [
    JSON.stringify({ query, topK: 'five' }),
    JSON.stringify({ query: '' }),
    `{"query": "${query}`,
    JSON.stringify([query]),
    JSON.stringify({ query: 'QUJD'.repeat(20_000) }),
  ];
  return ({ rounds }) => `call searchDocs ${wrong[rounds % wrong.length] ?? ''}`;
}

/** Follows whatever it read last, away from the question: the next query is made of the last words that came back. */
export function drifting(query: string): RoundModel {
  return ({ observations }) => {
    const words = sourcesIn(observations.join('\n')).at(-1)?.text.match(/[\p{L}\p{N}]{4,}/gu) ?? [];
    return search({ query: words.slice(-3).join(' ') || query });
  };
}

/** Looks up the first thing of a question about two, and has enough. */
export function prematureStop(firstFocus: string): RoundModel {
  return ({ rounds }) => (rounds === 0 ? search({ query: firstFocus }) : 'say I have all that I need.');
}
