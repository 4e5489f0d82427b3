import type { Intent } from '../../model/profile';
import { tellingTerms } from '../../util/terms';
import type { Signals } from './signals';

const DIGEST_NOUN = String.raw`(?:summary|overview|gist|tl;?dr|recap|synopsis|key (?:points|takeaways)|main (?:points|ideas)|takeaways)\b`;
const SUMMARY = new RegExp(
  [
    String.raw`^(?:please |can you |could you |would you |will you |i (?:need|want) (?:you )?to )*(?:briefly |quickly )?(?:summari[sz]e|sum up|recap|tl;?dr)\b`,
    String.raw`\b(?:give|write|make|create|show|provide|get|want|need)\b[^.?!\n]{0,30}\b${DIGEST_NOUN}`,
    String.raw`^(?:an? |the )?(?:brief |short |quick |one-paragraph )?${DIGEST_NOUN}`,
    String.raw`\bwhat(?:'s| is| are) the ${DIGEST_NOUN}|\bin a nutshell\b`,
    String.raw`\bwhat(?:'s| is| does) (?:this|the|that) (?:document|file|page|doc|text|article|chapter)\s*(?:about|say)\b`,
    '总结|概括|概述|摘要|综述|大意|要点|主要内容|梳理一下|(?:讲|说|写|介绍)了(?:些)?(?:什么|啥)|讲的是什么',
  ].join('|'),
  'iu',
);
const OUTLINE =
  /^(?:please |can you |could you )*outline\b|\b(?:outline of|table of contents|toc)\b|\b(?:give|write|make|create|show|provide)\b[^.?!\n]{0,20}\boutline\b|\b(?:list|show)(?: me)?(?: all)? the (?:sections|headings|chapters)\b|\b(?:structure|sections|headings|chapters) of (?:this|the|that) (?:document|file|page|doc|article)\b|大纲|提纲|章节(?:结构|列表)|(?:文档|文件|文章)的?(?:结构|目录)|有哪些(?:章节|小节|部分)/iu;
/** Of a digest that is spoken of, not asked for: "Where is the summary built?", "摘要在哪里生成". */
const ABOUT_DIGESTS =
  /^(?:where|when|why|who|which|how|does|is|are)\b|\b(?:summary|outline|overview)[- ](?:function|method|class|page|button|command|view|field|table|file|model|panel|provider|parser)\b|(?:总结|摘要|大纲|概述)[^，。？]{0,10}(?:在哪|怎么|如何|为什么|函数|方法|功能|生成)/iu;

/** What may stand beside a request for a digest without narrowing it down. */
const BESIDE_DIGEST =
  /\b(?:summari[sz]e|sum|up|recap|tl;?dr|summary|overview|gist|synopsis|key|main|points?|takeaways|ideas|outline|table|contents|toc|list|structure|sections?|headings?|chapters?|write|create|provide|brief(?:ly)?|short|quick(?:ly)?|nutshell|document|file|page|doc|text|article|content|say|whole|entire|selected|current|open|opened|thing|everything|one|two|three|four|five|six|ten|few|\d+|sentences?|paragraphs?|bullets?|words?|lines?|english|chinese)\b|用?(?:中文|英文)|用?[一二两三四五六七八九十百几\d]+(?:句话?|段话?|个?字|条|点|行)(?:话)?|(?:以内|左右)|总结|概括|概述|摘要|综述|大意|要点|主要|内容|梳理|大纲|提纲|章节|结构|列表|目录|小节|部分|文档|文件|文章|页面|全文|本文|讲|说|写|列出|给出|生成|简要|简单|这[篇份]|该|当前|选中|整[个篇]/giu;

const TROUBLE =
  /\b(?:error|errors|exception|fails?|failed|failing|failure|crash(?:es|ed)?|broken|stuck|hangs?|not work(?:ing)?|does(?:n't| not) (?:work|start|load|find|show)|can(?:'t|not) (?:find|open|load|connect|start)|won't|wrong|bug|troubleshoot|debug|fix)\b|报错|错误|异常|失败|崩溃|卡住|卡死|不工作|不起作用|不生效|无法|没反应|没有反应|打不开|修复|排查|出问题/iu;
const HOW_TO = /\bhow (?:do|can|should|could|would|to)\b|\bsteps? (?:to|for)\b|\bset up\b|如何|怎么(?!样的|回事|会)|怎样|步骤|教程/iu;
const HOW_DOES_IT_WORK = /\bhow (?:do|does|is|are|did) (?!(?:i|you|we|one|they)\b)/i;

/** What the words of a question ask for.
 * @param bare - see `maskLiterals`.
 */
export function intentOf(bare: string, { compares }: Signals): Intent {
  if (compares) {
    return 'compare';
  }
  const digest = digestOf(bare);
  if (digest !== undefined) {
    return digest;
  }
  if (TROUBLE.test(bare)) {
    return 'troubleshoot';
  }
  return HOW_TO.test(bare) && !HOW_DOES_IT_WORK.test(bare) ? 'howTo' : 'question';
}

/** Whether a document is to be summed up or outlined, as far as words tell. */
export function digestOf(bare: string): 'summarize' | 'outline' | undefined {
  if (ABOUT_DIGESTS.test(bare)) {
    return undefined;
  }
  return OUTLINE.test(bare) ? 'outline' : SUMMARY.test(bare) ? 'summarize' : undefined;
}

/** True if a request for a digest narrows it down to nothing: it is the document that is to be summed up, not one thing in it. */
export function asksWholeDigest(bare: string): boolean {
  return tellingTerms(bare.replace(BESIDE_DIGEST, ' ')).length === 0;
}

/** A thing that is described instead of named has to be found before what is asked of it: "when did the author of X join". */
const DESCRIBED: readonly RegExp[] = [
  /\p{L}\s+(?:who|whose|that|which|where)\s+(?!is\b|are\b|do\b|does\b|can\b|should\b)\p{L}/iu,
  /\b(?:responsible for|in charge of|maintained by|written by|used by|called by|owned by)\b/i,
  /\b(?:author|owner|maintainer|developer|creator|manager|caller|parent|successor|predecessor)s?(?: of|'s)\b/i,
  /'s\s+\p{L}+'s\s|\bof the \p{L}+ (?:of|used in|used by|behind)\b/iu,
  /(?:负责|编写|开发|维护|创建|实现|调用|使用|依赖|处理|定义|拥有|管理|提交|发布|引入|修改|继承|返回|抛出|引用)[^，。？！的]{1,24}的[^，。？！]{2,}/u,
  /的(?:负责人|作者|维护者|创始人|开发者|开发人员|经理|上级|父类|调用方|调用者)(?!是谁|有哪些|$)/u,
];

/** True if one look-up may have to wait for what another finds. */
export function mayTakeHops(bare: string): boolean {
  return DESCRIBED.some((pattern) => pattern.test(bare));
}
