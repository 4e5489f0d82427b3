/** How the declarations of a family of languages look at the start of a line. Each pattern captures the declared name. */
export interface DeclarationPatterns {
  /** Declarations that hold further ones worth a name: classes, modules, … */
  readonly containers: readonly RegExp[];
  /** Declarations whose inside is not looked at: functions, types, … */
  readonly leaves: readonly RegExp[];
  /** Declarations without a keyword, recognised only directly inside a container. */
  readonly members?: RegExp;
}

/** `name(…` behind any number of types and modifiers, not a call that ends in a semicolon, not a control statement. */
const METHOD =
  /^(?!(?:if|for|while|switch|catch|return|else|throw|new|await|do|try|case|delete|super|this|yield|assert|print|echo)\b)(?:[\w<>[\],.?*&:~@]+[ \t]+){0,8}[*&]*(#?[\w$~:]+)[ \t]*\((?!.*;\s*$)/;
const C_FUNCTION =
  /^(?!(?:if|for|while|switch|return|else|do|case|typedef|using)\b)(?:[\w<>[\],.?*&:~]+[ \t]+){1,8}[*&]*([\w~:]+)[ \t]*\((?!.*;\s*$)/;
/** Modifiers before a keyword; what begins like a statement declares nothing. */
const WORDS = '(?!(?:import|return|from|using|throw|new|await|yield)\\b)(?:[a-z]+(?:\\([\\w:]*\\))?[ \\t]+){0,6}';

const JAVASCRIPT: DeclarationPatterns = {
  containers: [
    new RegExp(`^${WORDS}(?:class|interface|namespace|module)[ \\t]+([\\w$.]+)`),
    /^(?:describe|suite|context)(?:\.\w+)*\(\s*['"`]([^'"`]{1,100})/,
  ],
  leaves: [
    new RegExp(`^${WORDS}(?:function[ \\t]*\\*?|type|enum)[ \\t]+([\\w$]+)`),
    /^(?:export[ \t]+)?(?:const|let|var)[ \t]+([\w$]+)[ \t]*(?::[^=]{1,100})?=[ \t]*(?:async[ \t]*)?(?:function\b|class\b|\(|[\w$]+[ \t]*=>)/,
    /^([\w$.]+)[ \t]*=[ \t]*(?:async[ \t]+)?function\b/,
    /^(?:it|test)(?:\.\w+)*\(\s*['"`]([^'"`]{1,100})/,
  ],
  members: METHOD,
};

const CURLY: DeclarationPatterns = {
  containers: [
    new RegExp(`^(?:@\\w+[ \\t]+)?${WORDS}(?:class|interface|trait|object|struct|enum|record|protocol|extension|namespace|contract|library|actor|module)[ \\t]+([\\w.:]+)`),
  ],
  leaves: [new RegExp(`^${WORDS}(?:fun|func|function|def|typealias|type)[ \\t]+(?:<[^<>]{1,60}>[ \\t]*)?([\\w.]+)`)],
  members: METHOD,
};

const C: DeclarationPatterns = {
  containers: [/^(?:template[^;]*>[ \t]*)?(?:class|namespace|(?:typedef[ \t]+)?struct|union|enum(?:[ \t]+class)?|@interface|@implementation|@protocol)[ \t]+([\w:]+)[^;()]*$/],
  leaves: [/^#[ \t]*define[ \t]+(\w+)\(/, C_FUNCTION, /^[-+][ \t]*\([^()]*\)[ \t]*(\w+)/],
  members: METHOD,
};

const FAMILIES: readonly (readonly [string, DeclarationPatterns])[] = [
  ['typescript javascript vue svelte astro', JAVASCRIPT],
  ['java kotlin scala groovy csharp swift dart php solidity', CURLY],
  ['c cpp objectivec', C],
  ['python', { containers: [/^class[ \t]+(\w+)/], leaves: [/^(?:async[ \t]+)?def[ \t]+(\w+)/] }],
  ['go', { containers: [], leaves: [/^func[ \t]+(?:\([^()]*\)[ \t]*)?(\w+)/, /^type[ \t]+(\w+)/] }],
  [
    'rust zig',
    {
      containers: [/^(?:unsafe[ \t]+)?impl\b(?:<[^{}]{0,80}?>)?[ \t]+([^{]{1,80}?)(?:[ \t]+where\b.*)?[ \t]*\{?$/, new RegExp(`^${WORDS}(?:trait|mod)[ \\t]+(\\w+)`)],
      leaves: [new RegExp(`^${WORDS}(?:extern[ \\t]+"[^"]*"[ \\t]+)?(?:fn|struct|enum|union|type|macro_rules!)[ \\t]+(\\w+)`)],
    },
  ],
  [
    'ruby elixir julia',
    {
      containers: [/^(?:class|module|defmodule|defprotocol|defimpl)[ \t]+([\w:.]+)/],
      leaves: [/^(?:(?:private|protected)[ \t]+)?(?:def|defp|defmacro|function|macro|(?:mutable[ \t]+)?struct)[ \t]+([\w:.!?]+)/],
    },
  ],
  ['lua', { containers: [], leaves: [/^(?:local[ \t]+)?function[ \t]+([\w.:]+)/, /^(?:local[ \t]+)?([\w.]+)[ \t]*=[ \t]*function\b/] }],
  ['perl', { containers: [/^package[ \t]+([\w:]+)/], leaves: [/^sub[ \t]+(\w+)/] }],
  ['shell', { containers: [], leaves: [/^(?:function[ \t]+)?([\w:-]+)[ \t]*\([ \t]*\)/, /^function[ \t]+([\w:-]+)/] }],
  ['powershell', { containers: [/^class[ \t]+(\w+)/i], leaves: [/^(?:function|filter)[ \t]+([\w:-]+)/i] }],
  ['r', { containers: [], leaves: [/^([\w.]+)[ \t]*(?:<-|=)[ \t]*function\b/] }],
  [
    'sql',
    {
      containers: [],
      leaves: [/^create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:\w+[ \t]+){0,3}?(?:table|view|function|procedure|trigger|index|type)[ \t]+(?:if[ \t]+not[ \t]+exists[ \t]+)?([\w."`]+)/i],
    },
  ],
  ['graphql protobuf', { containers: [/^(?:extend[ \t]+)?(?:message|service|type|interface|enum|input|union|struct)[ \t]+(\w+)/], leaves: [/^(?:rpc|scalar|directive)[ \t]+@?(\w+)/] }],
  ['terraform', { containers: [], leaves: [/^(?:resource|data|module|variable|output|provider)[ \t]+"([^"]+"(?:[ \t]+"[^"]+)?)"/] }],
  ['clojure lisp', { containers: [], leaves: [/^\((?:def[\w-]*|ns|cl-def\w+|define(?:-\w+)?)[ \t]+\(?([^\s()]+)/] }],
  ['haskell ocaml fsharp nim', { containers: [/^(?:module|class|instance)[ \t]+(?:type[ \t]+|rec[ \t]+)?([\w.' ]{1,60})/], leaves: [/^(?:data|newtype|type|let(?:[ \t]+rec)?|proc|func)[ \t]+([\w.']+)/, /^([a-z][\w']*)[ \t]*::/] }],
  ['erlang', { containers: [], leaves: [/^([a-z]\w*)\([^()]*\)[ \t]*(?:when\b.*)?->/] }],
];

const BY_LANGUAGE = new Map(FAMILIES.flatMap(([languages, patterns]) => languages.split(' ').map((language) => [language, patterns] as const)));

/** The patterns of a language; nothing where its declarations are not known. */
export function declarationsOf(language: string): DeclarationPatterns | undefined {
  return BY_LANGUAGE.get(language);
}
