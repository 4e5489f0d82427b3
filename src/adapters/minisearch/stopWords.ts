/**
 * Words that carry a question rather than its subject. They are dropped from queries only: `for` or `not` is a word
 * of code as well, and a document is searchable by all of its words.
 */
const ENGLISH =
  'a about all also am an and any are as at be because been but by can could did do does doing for from had has have ' +
  'having how i if in into is it its itself just let me more most my no nor not of on only or other our out over own ' +
  'please shall she should so some such tell than that the their them then there these they this those through to ' +
  'too very was we were what when where which while who whom whose why will with would you your';

/** Whole function words, and the pairs of characters that their neighbours form with them. */
const CHINESE =
  '的 了 是 在 和 与 或 及 吗 呢 吧 啊 也 都 就 而 着 把 被 对 从 到 为 以 请 什么 怎么 怎样 如何 哪些 哪个 哪里 ' +
  '为什 为何 多少 是否 是什 么是 可以 能否 一个 这个 那个 以及 或者 我们 你们 他们 有哪 的是 是的 是由 了什 的什 么样 是哪 的哪';

/** Stop words as the tokenizer would write them, but for the re-coding of what is not ASCII. */
export const STOP_WORDS: readonly string[] = `${ENGLISH} ${CHINESE}`.split(' ');
