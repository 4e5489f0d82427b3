import type { QueryProfile } from '../model/profile';
import type { Language } from '../util/language';

const HELLO =
  /\b(?:hi|hello|hey|hiya|yo|howdy|greetings|good (?:morning|afternoon|evening|day)|how are you(?: doing)?|what'?s up)\b|你好吗?|您好|嗨|哈喽|哈啰|早上好|早安|上午好|中午好|下午好|晚上好|大家好|在吗|在么/giu;
const THANKS =
  /\b(?:ok(?:ay)?|great|perfect|nice|cool|awesome|good|got it|understood|well done|bye|goodbye|see you|many thanks|thanks|thank you|thx|cheers|much appreciated)\b|好的?|行|明白|懂|知道|收到|太棒|不错|谢谢|多谢|感谢|辛苦|再见|拜拜/giu;
const FILLER = /\b(?:there|all|everyone|team|again|today|so|very|much|a lot|for (?:your|the) help|docmind)\b|[你您呀啊哦嘛啦了吧太]|[^\p{L}\p{N}]/giu;

const CAPABILITIES = new RegExp(
  `^(?:${[
    'what (?:can|do|could) you (?:do|help(?: me)?(?: with)?|know|offer)(?: for me)?',
    'what are you(?: able to do| capable of| good at| for)?|who are you|help(?: me)?|how (?:do|can|should) i use you',
    'what (?:can|should|could) i ask(?: you)?|what are your (?:features|capabilities|commands|skills)|what commands (?:are there|do you (?:have|support|know))',
    '[你您](?:能|可以|会|都能|都会)(?:帮我)?(?:做|干|回答)?(?:些|点)?(?:什么|啥|哪些)(?:问题|事情?)?呢?|[你您]是(?:谁|什么)|[你您](?:有|支持)(?:什么|哪些)(?:功能|能力|命令|用)',
    '[你您]怎么用|怎么(?:使)?用[你您]|我?(?:可以|能|该)问[你您]?些?(?:什么|啥|哪些)(?:问题)?|(?:使用)?帮助|有什么功能|能[做干](?:什么|啥)',
  ].join('|')})$`,
  'iu',
);

/** Longer than this is no mere courtesy. In UTF-16 units. */
export const MAX_COURTESY = 80;

/** Whether a question is only a greeting, thanks included, or asks what the assistant can do. */
export function courtesyIn(question: string): 'greeting' | 'capabilities' | undefined {
  if (question.length > MAX_COURTESY) {
    return undefined;
  }
  if (CAPABILITIES.test(withoutCourtesy(question).replace(/^please\s+|[\s?？!！.。~]+$/giu, ''))) {
    return 'capabilities';
  }
  const left = question.replace(HELLO, '').replace(THANKS, '');
  return left !== question && left.replace(FILLER, '') === '' ? 'greeting' : undefined;
}

const COURTESY_BEFORE =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|ok(?:ay)?|great|cool|thanks|thank you|got it|你好|您好|早上好|下午好|晚上好|好的?|谢谢你?|明白了?|嗯)(?: there| docmind)?\s*[,，!！.。~～]+\s*(?=\S))+/iu;

/** A question without the courtesy that it opens with: "Hello! …", "ok, …", "谢谢，…". */
export function withoutCourtesy(question: string): string {
  return question.replace(COURTESY_BEFORE, '');
}

const ABILITIES: Readonly<Record<Language, string>> = {
  en: [
    'I answer questions about this workspace from its own documents and code, and show the lines that each statement rests on. Nothing is made up: what is not in the files, I say so.',
    '- **Ask**: “How do I configure retries?”, “Where is `loadConfig` defined?”, “What is the difference between the two cache modes?”',
    '- **Look up**: a name, a path, or an error message, as it is.',
    '- **Sum up**: `/summarize docs/guide.md`. **Compare**: `/compare A, B`. **Find**: `/find term`.',
    'Name a folder or a file with `@`, and only that is searched.',
  ].join('\n\n'),
  zh: [
    '我根据这个工作区自己的文档和代码回答问题，并给出每句话所依据的原文行。文件里没有的内容，我会直说，不会编造。',
    '- **提问**：“重试怎么配置？”“`loadConfig` 在哪里定义？”“两种缓存模式有什么区别？”',
    '- **查找**：直接输入名称、路径或报错信息。',
    '- **总结**：`/summarize docs/guide.md`。**对比**：`/compare A, B`。**检索**：`/find 关键词`。',
    '用 `@` 指定文件夹或文件，就只在其中查找。',
  ].join('\n\n'),
};

const GREETINGS: Readonly<Record<Language, string>> = {
  en: 'Hello! Ask me about the documents and code of this workspace, for example “How do I set this up?”. Every answer shows the lines that it rests on.',
  zh: '你好！可以问我这个工作区里文档和代码的任何问题，例如“怎么安装和配置？”。每个回答都会给出所依据的原文行。',
};

const YOU_ARE_WELCOME: Readonly<Record<Language, string>> = {
  en: 'You’re welcome. Ask on whenever you like.',
  zh: '不客气，有问题随时问我。',
};

/** What is said to a question that needs no document; nothing if it needs one. No citation, nothing of the workspace. */
export function answerCourtesy({ intent, language, standaloneQuestion }: QueryProfile): string | undefined {
  switch (intent) {
    case 'greeting':
      return (standaloneQuestion.search(HELLO) === -1 ? YOU_ARE_WELCOME : GREETINGS)[language];
    case 'capabilities':
      return ABILITIES[language];
    default:
      return undefined;
  }
}
