/** What would answer a question, as far as its words tell. More than one may hold. */
export interface QuestionShape {
  /** Steps, a command, an example. */
  readonly asksHow: boolean;
  /** What something is. */
  readonly asksWhat: boolean;
  /** A number, a default, a version, a time. */
  readonly asksValue: boolean;
  /** A reason. */
  readonly asksWhy: boolean;
  /** All of several things, or how they differ. */
  readonly asksList: boolean;
}

const HOW = /\bhow (?:do|to|can|should|would)\b|\b(?:example|command|snippet|steps?|syntax)\b|如何|怎么|怎样|示例|例子|命令|步骤|写法/i;
const WHAT = /\bwhat(?:'s| is| are| does)\b|\bdefin(?:e|ition)\b|\bmeaning of\b|是什么|什么是|定义|含义|作用/i;
const VALUE =
  /\bhow (?:many|much|long|often|large|big|fast|old)\b|\bwhen\b|\b(?:default|maximum|minimum|max|min|limit|version|port|size|value|timeout|interval)\b|多少|多久|多长|多大|几[个次种天]|默认|最大|最小|最多|最长|上限|版本|端口|什么时候|何时/i;
const WHY = /\bwhy\b|\breasons?\b|\bcause[sd]?\b|为什么|为何|原因/i;
const LIST = /\b(?:compare|comparison|differ(?:s|ences?)?|versus|vs|which|list|options|kinds|types|ways|all)\b|\bwhat (?:are|\w+s (?:are|can|could|do|should|may|must|exist))\b|哪些|有几种|区别|差异|对比|比较|不同|列出|所有|选项/i;

/** Reads the shape of a question off its words, English or Chinese. */
export function shapeOf(question: string): QuestionShape {
  return {
    asksHow: HOW.test(question),
    asksWhat: WHAT.test(question),
    asksValue: VALUE.test(question),
    asksWhy: WHY.test(question),
    asksList: LIST.test(question),
  };
}
