import { numberedParts, questionsIn } from './parts';

/** What the words of a question say for sure about how much is asked. */
export interface Signals {
  /** Things are held against each other. */
  readonly compares: boolean;
  /** There are several questions, or one about each of several things. */
  readonly asksSeveral: boolean;
}

/**
 * Each is left out rather than wrong: "VS Code", "a different model", "compareTo", "older than 30 days", "比较慢" (rather
 * slow), "对比度" (contrast), "差异备份" (differential backup), "分别之后" (after parting) compare nothing.
 */
const COMPARISONS: readonly RegExp[] = [
  /(?:^|[.?!,;:]\s*|\b(?:please|you|to|and|me)\s+)compare\s+[^.?!\n]{1,120}(?:\b(?:and|with|to|against|vs\.?|versus)\s|,)/i,
  /\bcomparing\s+[^.?!\n]{1,80}\b(?:and|with|to|against)\s|\bcomparisons? (?:of|between)\b|\bcompar(?:e|es|ed) (?:to|with|against) (?!null\b|undefined\b|zero\b|\d)/i,
  /(?<!\b(?:does|do|is|of|word|term|a|an|the|in|for|your|my|our|from|with|to)\s+)(?<=[^\s,.;:?!]\s+)(?:vs\.?|versus|VS\.?)\s+(?!(?:[Cc]ode|20\d\d|[Cc]odium|[Ss]tudio|means?|keyword|operator|extensions?|marketplace)\b)[^\s?!.]/u,
  /\bdifferences? between\b|\bdiffers? from\b|\bdifferent (?:from|than|to) (?!the (?:default|expected|one))|\bhow (?:do|does|did) [^.?!\n]{1,80} differ\b/i,
  /\bhave in common\b|\bpros and cons\b|\badvantages and disadvantages\b|\btrade-?offs? (?:of|between)\b/i,
  /\b(?:which|what)\b[^.?!\n]{0,60}\b(?:better|faster|slower|safer|cheaper|simpler|easier)\b/i,
  /\b(?:is|are|was|does) [^.?!\n]{1,60} (?:better|worse|faster|slower|safer|simpler|easier|cheaper) than (?!\d)/i,
  /(?<!反)对比(?!度|色|图|例)(?:一下)?[^，。？！\n]{0,40}(?:和|与|跟|、|及|vs|[A-Za-z0-9]\s+[A-Za-z])|(?:和|与|跟|、|及)[^，。？！\n]{1,40}(?:的|做|进行|作)?\s*对比(?!度|色|图|例)/iu,
  /(?:^|[，。？！\s请我来下])比较(?:一下)?(?![大小慢快好多少难高低长短新旧器函运符])[^，。？！\n]{1,40}(?:和|与|跟|、|及|vs)/iu,
  /(?:和|与|跟|、)[^，。？！\n]{1,40}(?:的|做|进行|作|相)比较(?:$|[，。？！?!\s]|一下|有)/u,
  /(?:和|与|跟|、|之间|什么|有何|哪些|主要|核心|两者|二者|它们)[^，。？！\n]{0,40}(?:区别|差异|差别)(?![化备对])|(?:区别|差异|差别)(?:是什么|在哪|有哪些|何在)/u,
  /(?:和|与|跟|、)[^，。？！\n]{1,40}(?:有什么|有何|有哪些|有啥|的)不同(?:点|之处)?(?:$|[，。？！?!\s吗呢])/u,
  /(?:哪|谁)(?:一)?(?:个|种|款|者|边)?\s*(?:会|要|相对)?\s*更|优缺点|优点和缺点|优劣|利弊|异同|共同点|相同点/u,
];

/** "both" alone, "both tests fail and …" and the 分别 of a farewell ask for one thing only. */
const SEVERAL: readonly RegExp[] = [
  /\brespectively\b/i,
  /\b(?:are|is|were|do|does|did|have|can|will) [^.?!,;\n]{1,60} and [^.?!,;\n]{1,60} both\b/i,
  /^(?:which|who)\b[^.?!\n]{2,80},\s[^,.?!\n]{1,50}\sor\s[^,.?!\n]{1,50}\?\s*$/i,
  /(?:和|与|跟|、)[^，。？！\n]{1,30}都[^，。？！\n]{1,30}吗/u,
  /\bboth (?:(?:the|an?|its|their|our|my|your) )?(?:in |on |for |with |at )?[\w./-]+(?: [\w./-]+)? and (?:in |on |for |with |at )(?!\w+ing\b)\w|\bboth (?:(?:the|an?) [\w./-]+ )?[\w./-]+ and (?!(?:why|how|what|when|if|then|so|it|they|still|not|also|get|gets|fail|fails)\b)[\w./-]/i,
  /(?:和|与|跟|、|及|各|两|三|几)[^，。？！\n]{0,40}分别(?!多年|之后|之时|之前|后|前|时|已久|的时|那|了|于|对待|心)|分别(?!多年|之后|之时|之前|后|前|时|已久|的时|那|了|于|对待|心)[^，。？！\n]{1,40}(?:和|与|跟|、|及|什么|哪|多少|怎么|如何|几)/u,
];

/** Reads the signals off a question.
 * @param bare - see `maskLiterals`.
 */
export function readSignals(bare: string): Signals {
  return {
    compares: COMPARISONS.some((pattern) => pattern.test(bare)),
    asksSeveral: SEVERAL.some((pattern) => pattern.test(bare)) || questionsIn(bare).length > 1 || numberedParts(bare).length > 1,
  };
}
