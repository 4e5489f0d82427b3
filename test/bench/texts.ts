const PROSE = [
  'The cache keeps the vectors of every passage, so that nothing is embedded twice.',
  'A failed job is tried again after a pause that grows with every attempt, at most five times.',
  'Whoever takes the lock over from another process starts from what that process saved last.',
  'Set the limit in the settings, save the file, and restart the server; the log then names the new value.',
];

/** Paragraphs of four sentences, of at least `length` UTF-16 units in all; `between` stands after each sentence. */
function paragraphs(length: number, between: (sentence: number) => string): string {
  const parts: string[] = [];
  let size = 0;
  for (let at = 0; size < length; at += 1) {
    const part = `${PROSE[at % PROSE.length] ?? ''}${between(at)}${at % 4 === 3 ? '\n\n' : ' '}`;
    parts.push(part);
    size += part.length;
  }
  return parts.join('');
}

export function plainProse(length: number): string {
  return paragraphs(length, () => '');
}

/** As a diligent model writes: a marker or two after every sentence, code and emphasis in between. */
export function citedProse(length: number): string {
  return paragraphs(length, (at) => [' [1].', ' Use `limit: 5` [2][3].', ' **Mind** the [1, 4] order.', ' See [docs](a.md) [2-4].'][at % 4] ?? '');
}

export function chineseProse(length: number): string {
  const sentences = ['缓存保存每个段落的向量，因此不会重复计算。', '失败的任务最多重试五次，每次间隔逐渐增加。\n\n'];
  return sentences.join('').repeat(Math.ceil(length / sentences.join('').length));
}

/** Texts made to be slow to read, by what they are; each grows with `n`, its length in UTF-16 units or nearly. */
export const ADVERSARIAL: Readonly<Record<string, (n: number) => string>> = {
  'digits': (n) => '1'.repeat(n),
  'digits in a bracket': (n) => `[${'1'.repeat(n)}`,
  'numbers in a bracket': (n) => `[${'1, '.repeat(n / 3)}`,
  'open brackets': (n) => '['.repeat(n),
  'closed brackets': (n) => ']'.repeat(n),
  'nested brackets': (n) => '['.repeat(n / 2) + ']'.repeat(n / 2),
  'Chinese brackets': (n) => '【'.repeat(n),
  'backticks': (n) => '`'.repeat(n),
  'backticks apart': (n) => '` '.repeat(n / 2),
  'backticks with markers': (n) => 'a `[1] '.repeat(n / 7),
  'runs of all lengths': runsOfAllLengths,
  'tildes': (n) => '~'.repeat(n),
  'dollars': (n) => '$'.repeat(n),
  'dollars apart': (n) => 'a $b[1] '.repeat(n / 8),
  'unclosed links': (n) => '[a]('.repeat(n / 4),
  'unclosed link texts': (n) => '[a '.repeat(n / 3),
  'unclosed tags': (n) => '<a '.repeat(n / 3),
  'escapes': (n) => '\\'.repeat(n),
  'nested quotes': (n) => '> '.repeat(n / 2),
  'quotes of one line': (n) => '> a [1]\n'.repeat(n / 8),
  'nested lists': (n) => '- '.repeat(n / 2),
  'spaces': (n) => ' '.repeat(n),
  'spaces in a line': (n) => `a${' '.repeat(n)}[9]`,
  'empty lines': (n) => '\n'.repeat(n),
  'unknown numbers': (n) => ' [9]'.repeat(n / 4),
};

/** One backtick, two, three …: every run asks for another closer, and there is none. */
function runsOfAllLengths(n: number): string {
  const runs: string[] = [];
  for (let length = 1, size = 0; size < n; length += 1) {
    runs.push('`'.repeat(length));
    size += length + 1;
  }
  return runs.join(' ');
}
