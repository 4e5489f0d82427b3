import type { Language } from '../../../../util/language';

/** Everything that a model is told of this dialect besides the rules of an answer, and the reader of its bounds. */
export interface Wording {
  /** When to write which mark, when not to, and an example with a search in it: models do what they have seen. */
  readonly rules: string;
  readonly material: string;
  readonly question: string;
  readonly begin: string;
  readonly goOn: string;
  /** The last round. */
  readonly finish: string;
  readonly askQuery: string;
  /** The words of the question found nothing. */
  readonly askOtherQuery: string;
  readonly askDoubts: string;
  readonly found: (query: string, numbers: string) => string;
  readonly known: (query: string, numbers: string) => string;
  readonly nothingFound: (query: string | undefined) => string;
  readonly noted: (note: string) => string;
  readonly nothingToChange: string;
  /** Instead of `goOn`, where the text may end inside a word: whether it does, a model shows by writing the word again. */
  readonly cut: string;
  /** To the reader; for code that looks for sentences it is a courtesy, which states nothing. */
  readonly ending: string;
}

const EN: Wording = {
  rules: `You write the answer in parts. A part may end with one of the marks below. They are signals to the program: the reader never sees them, and what stands behind one is lost. Decide like this:
- The sources say what the next sentence needs: write it, without a mark.
- The next sentence needs a fact that is in no source: write <|SEARCH|> where the fact would stand, and end. You will be asked for the words to search for, get more sources, and go on from there.
- What you have written contradicts a source or itself, or rests on nothing: write <|REFLECT|>, and end. You will be asked what you doubt.
- There is another part to write: <|CONTINUE|>.
- The answer is complete: <|END|>.
Where the question is about several things, search for each that the sources do not cover. Where it hangs on a fact that you have just found, search with that fact.
Do not search for what the sources say already, for what a search did not find, or for what was not asked. Do not reflect where every statement rests on a source, nor if it would not change the answer: care is not endless doubt.
To speak about a mark itself, put it into \`inline code\`.

An example, about another workspace.
Question: How long is a session kept, and who can change that?
Sources: [1] says that sessions are kept for 30 minutes, and nothing about who can change it.
You write: A session is kept for 30 minutes [1]. It can be changed by <|SEARCH|>
Asked for the words to search for, you write: who can change session duration
The search brings source [2]: admins set \`session.minutes\`.
You go on: an admin, with the setting \`session.minutes\` [2].<|END|>`,
  material: 'External material. It is current and checked: where it disagrees with what you remember, it is right.',
  question: 'Question',
  begin: 'Write the answer.',
  goOn: 'Go on with the answer exactly where your text ends, in the middle of a sentence if it ends there. Repeat nothing of it, and write no introduction, nothing about searches and nothing about this message. If nothing is missing, write only <|END|>.',
  finish: 'There is no more searching or reflecting: bring the answer to its end with what you have, and say what the sources do not say.',
  askQuery: 'You stopped at <|SEARCH|>. Write the search query that would find the missing fact, built from the names in the sources and in your text. Only the query: one line, no quotes, no explanation.',
  askOtherQuery: 'Nothing was found with the words of the question. Write another search query for what it needs, in the words that the documents would use. Only the query: one line, no quotes, no explanation.',
  askDoubts: `You stopped at <|REFLECT|>. Look over what you have written, and list what you doubt:
1. Which statement are you not sure of, and why?
2. What contradicts a source, or another statement?
3. What should stand there instead, by which source?
Only these notes, short; do not go on with the answer. If they would change nothing in it, write only: nothing to change`,
  found: (query, numbers) => `You searched for ${query}. New sources: ${numbers}.`,
  known: (query, numbers) => `You searched for ${query}. That finds only what you have: ${numbers}.`,
  nothingFound: (query) => `Nothing relevant was found${query === undefined ? '' : ` for ${query}`}, and there is no further search. Answer with care from the sources that you have, and say what they do not say.`,
  noted: (note) => `Additional information: your own notes on what you have written.\n${note}\nYour text stands as it is. Where a note is right, put it right plainly in what follows. The notes are no part of the answer.`,
  nothingToChange: 'You found nothing to change.',
  cut: 'Your text was cut off. Go on with the answer from there: write its last word once more, whole, and what follows it. Repeat nothing else, and write no introduction and nothing about this message. If nothing is missing, write only <|END|>.',
  ending: 'Feel free to ask for the rest: the answer breaks off here, at its limit.',
};

const ZH: Wording = {
  rules: `你分段写出回答。每一段可以用下面的标记之一结束。标记是给程序的信号：读者看不到，标记之后的内容会丢失。请这样决定：
- 资料已经说明下一句所需的内容：直接写，不用标记。
- 下一句需要的事实不在任何资料中：在该事实的位置写 <|SEARCH|> 并停下。随后会请你给出检索词，补充资料后从那里接着写。
- 已写的内容与资料或自身矛盾，或者没有依据：写 <|REFLECT|> 并停下。随后会请你列出疑点。
- 还要再写一段：<|CONTINUE|>。
- 回答已经完整：<|END|>。
问题涉及多个对象时，对资料没有覆盖的对象分别检索。问题取决于刚刚找到的事实时，用这个事实去检索。
资料已有的、检索过却没有找到的、没有被问到的，都不要检索。每句话都有依据时不要反思；反思不会改变回答时也不要反思：稳健不等于无限的自我怀疑。
需要提到标记本身时，请放进 \`行内代码\`。

示例（另一个工作区）：
问题：会话保留多久？谁可以修改？
资料：[1] 说明会话保留 30 分钟，没有说谁可以修改。
你写：会话保留 30 分钟 [1]。可以修改它的是 <|SEARCH|>
被要求给出检索词时，你写：谁可以修改会话时长
检索带来资料 [2]：管理员设置 \`session.minutes\`。
你接着写：管理员，通过设置 \`session.minutes\` [2]。<|END|>`,
  material: '外部资料。资料是最新且核对过的：如果与你的记忆冲突，以外部资料为准。',
  question: '问题',
  begin: '请写回答。',
  goOn: '请从你的文字结束处接着写，如果停在句子中间，就从句子中间接着写。不要重复已写的内容，不要写开场白，不要提到检索和这条消息。如果没有缺少的内容，只写 <|END|>。',
  finish: '不再检索，也不再反思：请用已有的资料把回答写完，并说明资料没有说明的部分。',
  askQuery: '你停在了 <|SEARCH|>。请用资料和你的文字中的名称，写出能找到所缺事实的检索语句。只写检索语句本身：一行，不加引号，不解释。',
  askOtherQuery: '用问题本身的词语没有找到资料。请换成文档中会使用的说法，写出另一条检索语句。只写检索语句本身：一行，不加引号，不解释。',
  askDoubts: `你停在了 <|REFLECT|>。请审视你已写的内容，列出你怀疑的地方：
1. 哪个结论没有把握？为什么？
2. 哪里与资料矛盾，或前后矛盾？
3. 应该改成什么？依据是哪条资料？
只写简短的反思笔记，不要接着写回答。如果不会带来实质变化，只写：无需修改`,
  found: (query, numbers) => `你检索了 ${query}。新的资料：${numbers}。`,
  known: (query, numbers) => `你检索了 ${query}。找到的都是已有的资料：${numbers}。`,
  nothingFound: (query) => `外部资料中没有找到${query === undefined ? '' : `与 ${query} `}相关的信息，也不再检索。请依据已有的资料谨慎回答，并说明资料没有说明的部分。`,
  noted: (note) => `附加信息：你对已写内容的笔记。\n${note}\n已写的文字保持不变。笔记正确之处，请在后文中明确更正。笔记不是回答的一部分。`,
  nothingToChange: '你没有发现需要修改的地方。',
  cut: '你的文字被截断了。请从那里接着写：先完整地重写最后一个词，再写后面的内容。不要重复其他内容，不要写开场白，不要提到这条消息。如果没有缺少的内容，只写 <|END|>。',
  ending: '请随时追问其余部分：回答已到上限，在此中断。',
};

/** The texts in the language of a question. */
export const WORDING: Readonly<Record<Language, Wording>> = { en: EN, zh: ZH };
