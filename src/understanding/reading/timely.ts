/**
 * "latest" and "current" as developers mostly use them say nothing about time: `current directory`, `image:latest`,
 * 当前目录, 最近邻, 最近打开的文件.
 */
const TIMELY: readonly RegExp[] = [
  /(?<![\w:@-])(?:the |what(?:'s| is) (?:the )?)?(?:latest|newest|most recent) (?:\w+ )?(?:versions?|releases?|news|updates?|changes|docs|documentation|status|prices?|pricing|lts|guidance|advice|models?)\b/i,
  /\bcurrent(?:ly)? (?:\w+ )?(?:versions?|releases?|stable|lts|status|prices?|pricing|recommended|recommendation|supported|maintained|maintainers?)\b/i,
  /\bas of (?:now|today|20\d\d)\b|\b(?:today|nowadays|these days|right now|this (?:week|month|year)|last (?:week|month)|yesterday)\b(?!\(|['.]\w)/i,
  /\bstill (?:supported|maintained|recommended|the case|true|valid|works?)\b|\bup[- ]to[- ]date (?:version|information|docs)\b/i,
  /最新(?:的)?(?:稳定)?(?:版本?|发布|进展|消息|动态|情况|状态|价格|政策|文档|说明|模型)|(?:^|[^\p{L}])最新的?[^，。？！]{0,6}是(?:什么|哪)/u,
  /目前|截至|今天|今年|本周|本月|上周|上个月|昨天|近期|如今|现在(?:还|仍|最|支持|推荐|的版本|是否|有没有)|当前(?:的)?(?:最新|稳定|版本|状况|价格|推荐)|最近(?:的)?(?:发布|更新|版本|一次发布|有什么(?:变化|更新))/u,
];

/** True if what was right last month may be wrong today, as far as the words tell.
 * @param bare - see `maskLiterals`.
 */
export function isTimely(bare: string): boolean {
  return TIMELY.some((pattern) => pattern.test(bare));
}
