import { tellingTerms } from '../../util/terms';
import { withoutCourtesy } from '../courtesy';
import { readSymbols } from './symbols';

/** Opens a question that goes on with the one before. */
const GOES_ON =
  /^(?:(?:and|or|but|so|then|also)\b(?!\s*[:=])|(?:what|how) about\b|what else\b|anything else\b|why not\b|same (?:for|with|question)\b|(?:那么?|还有|另外|另|此外|以及|而|但是?|所以|然后|同样|换成|如果是|要是)(?![个些份名存件天页])|(?:继续|接着))/iu;

/** Is nothing without the answer before it. */
const BARE_ASK =
  /^(?:why|how|how so|how come|since when|really|which one|which ones|where|when|who|for example|an example|e\.g\.|example|more|more details?|details|go on|continue|elaborate|tell me more|can you elaborate|can you explain|explain(?: more| further)?|say more|in detail|为什么|为何|怎么做|怎么办|怎么说|如何做|举个?例子?|举例(?:说明)?|详细(?:一点|点|些|说说|说明)?|具体(?:一点|点|些|说说|呢)?|展开(?:说说|讲讲)?|再详细(?:一点|点|些)|再说说|还有(?:呢|吗|别的吗)?|真的吗|哪一个|哪个|在哪里?|什么时候)\s*[?？.。!！]*$/iu;

/** Points at the answer before it, or at a part of it. */
const POINTS_BACK =
  /\bthe (?:first|second|third|fourth|fifth|last|other|former|latter|next|previous)(?: (?:one|option|item|point|step|approach|method|way|source|two|answer|solution))?\s*(?:[?.,!]|$|in\b|do|does|is|work|need|mean)|\b(?:the )?(?:former|latter)\b|\b(?:you|that you) (?:just |already )?(?:said|say|mentioned|mention|cited|cite|quoted|listed|described|suggested|gave)\b|\b(?:your|the) (?:last|previous|above) (?:answer|reply|source|point|example)\b|\b(?:mentioned|listed|described|shown|cited|said) (?:above|before|earlier)\b|^(?:what|who|where)(?:'s| is| are| does)? (?:source )?\[\d{1,3}\]|\bsource \[?\d{1,3}\]?/iu;
const POINTS_BACK_ZH =
  /^(?:那么?|请|再|帮我)*(?:详细)?(?:解释|介绍|说说|讲讲|说明|展开)?(?:一下)?(?:第[一二三四五六1-6][个种条点步项款类](?!参数|字段|版本|文件)|最后(?:一[个种]|那个)|另外?一[个种])|前者|后者|(?:刚才|刚刚|上面|上述|前面|之前|上文|以上)(?:所)?(?:说|提到|提及|引用|列出|讲|介绍|描述|给出|的)|(?:你|您)(?:刚才|刚刚|之前|上面)?(?:说|提到|引用|列出|讲|给)(?:过)?的|来源\s*\[?\d/u;

/** Says what to do and not with what: "How do I install?", "怎么安装？", "命令行里怎么开启？" */
const WITHOUT_OBJECT =
  /^how (?:do|can|should|would|to)(?: (?:i|we|you|one))? \p{Script=Latin}+\s*[?？]*$|^(?:在?[^，。？！\n]{1,12}(?:里面?|上|中|下面?))?(?:应该|该|要)?(?:怎么|如何|怎样)\p{Script=Han}{1,3}\s*[?？]*$/iu;

/** Stands for what the conversation is about, where the question has named nothing before it. */
const PRONOUN = /\b(?:it|its|it's|they|them|their|theirs|those|these|this|that)\b/iu;
const PRONOUN_ZH = /[它牠]们?|这(?:两|几|三)(?:个|种|者|款)|两者|二者|其(?:中|他的?|余|默认|含义|作用)|(?<!应)该(?:函数|方法|类|配置|选项|参数|文件|命令|功能|模块|设置|字段|工具|值)|(?:这|那)(?:个|种|些|样|里|是)/u;

/** Not what was spoken of before but what lies before the eyes, or a word that joins. */
const NO_POINTER =
  /\b(?:this|that|these|those) (?:project|repo|repository|workspace|codebase|code base|folder|directory|extension|library|package|tool|document|file|page|doc|docs|way|means|case|time)\b|\bthat is\b(?!\s*(?:[?.!]|$))|(?<=\p{L}{3}\s)(?<!\b(?:does|was|can|could|would|will|about|why|how|like|did|has|had|are|what|when)\s)that(?=\s+\p{L})|\bso that\b|\bis it (?:possible|safe|ok|okay|necessary|required|recommended|true)\b|\bwhat (?:time|day) is it\b|\bdoes it (?:make sense|matter)\b|(?:这|那)(?:个|些)(?:项目|仓库|工作区|工程|代码库|扩展|插件|库|文档|文件|目录|文件夹|页面)|这里|这样/giu;

/** Names a thing of its own: "the cache", "a chunk", "each file", or something written as code, in quotes, or with a capital. */
const NAMES_A_THING = /\b(?:the|an?|each|every|any|all|our|my|your|some) (?!(?:same|other|way|one|following)\b)\p{L}{3,}|\p{L}\s+(?!I\b)\p{Lu}[\p{L}\d]+|\b[A-Z]\w*[a-z]\w*[A-Z]|\S\/\S|x{3}/u;
const NAMES_A_THING_ZH = /[A-Za-z][\w.-]{2,}/;

/** So many words before a pronoun hold what it stands for, and not only what is done with it. */
const ENOUGH = { english: 3, chinese: 2 } as const;

/** One or two words with a question mark: "Windows?", "on macOS?" */
const FRAGMENT = /^(?:(?:on|in|with|for|using|under|without) )?[\p{Script=Latin}\p{N}.+#-]+(?: [\p{Script=Latin}\p{N}.+#-]+)?\s*[?？]$|^.{1,20}呢\s*[?？]?$/u;

/** A longer question carries its own subject. In UTF-16 units. */
const MAX_FOLLOW_UP = 400;

/**
 * True if a question seems to need the conversation before it.
 * @param bare - see `maskLiterals`.
 */
export function isFollowUp(bare: string): boolean {
  const question = withoutCourtesy(bare.trim());
  if (question.length > MAX_FOLLOW_UP) {
    return false;
  }
  return [GOES_ON, BARE_ASK, POINTS_BACK, POINTS_BACK_ZH, WITHOUT_OBJECT].some((pattern) => pattern.test(question)) || isFragment(question) || leansOnPronoun(question);
}

/** A name of code is looked up as it is. */
function isFragment(question: string): boolean {
  return FRAGMENT.test(question) && readSymbols(question).length === 0;
}

function leansOnPronoun(question: string): boolean {
  const text = question.replace(NO_POINTER, ' … ');
  const before = (pronoun: RegExp) => {
    const index = text.search(pronoun);
    return index === -1 ? undefined : text.slice(0, index);
  };
  const english = before(PRONOUN);
  const chinese = before(PRONOUN_ZH);
  return (
    (english !== undefined && !NAMES_A_THING.test(english) && readSymbols(english).length === 0 && tellingTerms(english).length < ENOUGH.english) ||
    (chinese !== undefined && !NAMES_A_THING_ZH.test(chinese) && tellingTerms(chinese).length < ENOUGH.chinese)
  );
}
