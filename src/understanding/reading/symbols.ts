/** Names of code in a question, at most. */
export const MAX_SYMBOLS = 8;

/** Longest name, in UTF-16 units. */
export const MAX_SYMBOL = 80;

/**
 * What is written as only code is: in backticks; `call()`, `Type::member`, `object.member`, `snake_case`, `camelCase`,
 * `PascalCase`, `--flag`, `@scope/package`, `CONSTANT_NAME`, `ENOENT`, `TS2345`.
 */
const SYMBOL =
  /`([^`\n]{1,80})`|(?<![\p{L}\p{N}_@./-])(?:@[a-z\d][\w.-]*\/[a-z\d][\w-]*(?![\w./-])|--[a-z][\w-]*|[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*(?:\(\))?|\.[a-z][\w.-]+)/gu;

/** A name without backticks is one of code only if it has inner structure. */
const IS_CODE = /^(?:@|--)|\(\)$|::|->|#|_[A-Za-z\d]|[A-Za-z\d]_|[a-z\d][A-Z]|[A-Z]{2}[a-z]{2}|^E[A-Z]{4,}$|^[A-Z]{2,6}\d{3,6}$/;

/** `config.load` is code, `example.com`, `README.md` and `e.g` are not. */
const IS_MEMBER = /^[a-z_$][\w$]*\.(?:[a-z]\w*[A-Z]\w*|[a-z_]{3,}\(\)|(?:get|set|load|save|run|open|close|on|to|is|has|add|remove|create|init|start|stop|log|parse|map|filter|join|split|push)\w*)$/;

/** Names of products and systems are written as names of code are. */
const NAMES = new Set(
  (
    'javascript typescript github gitlab bitbucket openai postgresql mysql sqlite mongodb docmind youtube linkedin macos ios ipados ' +
    'graphql pytorch tensorflow jetbrains webassembly latex devops oauth websocket websockets nodejs nextjs couchdb dynamodb rabbitmq ' +
    'clickhouse opensearch elasticsearch powershell webstorm intellij vscode vscodium iphone ipad deepseek chatgpt langchain llamaindex ' +
    'minilm minisearch wordpress freebsd openbsd ebay paypal markdown'
  ).split(' '),
);

/** The names of code in a question as they are written, without backticks, in order, without repeats. */
export function readSymbols(text: string): string[] {
  const found = Array.from(text.matchAll(SYMBOL), ([whole, quoted]) => (quoted === undefined ? bareName(whole) : quotedName(quoted)));
  return [...new Set(found.filter((name) => name !== ''))].slice(0, MAX_SYMBOLS);
}

function bareName(name: string): string {
  const isCode = (IS_CODE.test(name) || IS_MEMBER.test(name)) && !NAMES.has(name.toLowerCase());
  return isCode && name.length <= MAX_SYMBOL ? name : '';
}

/** Backticks also mark commands and sentences. */
function quotedName(text: string): string {
  const name = text.trim();
  return /^\S+$/.test(name) ? name : '';
}
