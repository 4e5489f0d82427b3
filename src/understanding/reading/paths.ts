/** A file or folder that a question names. Whether it exists is for the library to say. */
export interface NamedPath {
  readonly name: string;
  /** True if it is said where to look, not only spoken of. */
  readonly isPlace: boolean;
}

/** With a slash, or with the ending of a file; a name in capitals is one of the files that projects have: README, LICENSE. */
const PATH = String.raw`(?:~?\.{0,2}\/)?[\w.+-]{1,80}(?:\/[\w.+-]{1,80}){1,12}\/?|[\w+-]{1,80}\/(?![\w/])|[\w.+-]{1,80}\.[A-Za-z]\w{0,9}`;
const OPEN = String.raw`[\x60"'“「《]?`;
const CLOSE = String.raw`[\x60"'”」》]?`;

/** `@docs/guide.md`, but no address of a person. */
const MENTION = /(?<![\w.@/-])@([\w./+-]{2,200}[\w/])/g;
const ENGLISH_PLACE = new RegExp(
  String.raw`\b(?:in|inside|within|under)\s+(?:the\s+)?(?:(?:file|folder|directory)\s+)?${OPEN}(?:(${PATH})${CLOSE}(?![\w/])|([\w./+-]{1,80})${CLOSE}\s+(?:folder|directory|dir|file)\b)`,
  'giu',
);
const CHINESE_PLACE = new RegExp(
  String.raw`${OPEN}(?:(${PATH})${CLOSE}\s*(?:这个|的)?\s*(?:目录|文件夹|文件|文档)?|([\w./+-]{1,80})${CLOSE}\s*(?:这个|的)?\s*(?:目录|文件夹))\s*(?:里面?|中(?![间文])|内(?!存|容)|下面?|之下)`,
  'gu',
);
const SPOKEN_OF = new RegExp(String.raw`(?<![\w@./:-])(?:(${PATH})|([A-Z]{5,20}))(?![\w/])`, 'gu');

/** Paths of a question, at most. */
const MAX_NAMED = 8;

/** The files and folders that a question names, those first that say where to look. */
export function namedPaths(text: string): NamedPath[] {
  const places = [MENTION, ENGLISH_PLACE, CHINESE_PLACE].flatMap((pattern) => namesBy(pattern, text));
  const spokenOf = namesBy(SPOKEN_OF, text).filter((name) => !places.includes(name));
  return [
    ...[...new Set(places)].map((name) => ({ name, isPlace: true })),
    ...[...new Set(spokenOf)].map((name) => ({ name, isPlace: false })),
  ].slice(0, MAX_NAMED);
}

function namesBy(pattern: RegExp, text: string): string[] {
  return Array.from(text.matchAll(pattern), ([, path, name]) => plainPath(path ?? name ?? '')).filter((name) => name !== '');
}

/** A path as paths are compared: without what marks it, and without the number of a line. */
export function plainPath(name: string): string {
  return name.trim().replaceAll('\\', '/').replace(/^@/, '').replace(/^(?:\.?\/)+/, '').replace(/:\d+(?::\d+)?$/, '').replace(/[/.]+$/, '');
}
