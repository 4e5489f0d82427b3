import type { QuestionContext } from '../model/conversation';
import type { DocumentKind } from '../model/document';
import type { SearchScope } from '../model/scope';
import type { Library } from '../retrieval/library';
import { namedPaths, plainPath } from './reading/paths';

/** Paths of a scope, at most, and names that are looked up for it. */
const MAX_PATHS = 8;
const MAX_NAMES = 16;

/** What a question says about where to look. */
export interface ScopeSigns {
  readonly text: string;
  /** The same length, see `maskLiterals`. */
  readonly bare: string;
  /** True if every file that is spoken of is meant, as where one is to be summed up. */
  readonly takesAll: boolean;
  /** Names that a model or a command gives; those that neither the question nor a mention has are passed over. */
  readonly proposed: readonly string[];
}

/** Where to look, as far as the person says. Every path comes from the library: whatever a model writes never becomes one. */
export async function readScope(signs: ScopeSigns, context: QuestionContext, library: Pick<Library, 'findPaths'>): Promise<SearchScope> {
  const found = await Promise.all(namesOf(signs, context).map((name) => resolvePath(name, library)));
  const paths = [...new Set(found.flat())].slice(0, MAX_PATHS);
  const kinds = kindsIn(signs.bare);
  return { ...(paths.length === 0 ? {} : { paths }), ...(kinds.length === 0 ? {} : { kinds }) };
}

/** "this document" is the one that was selected. */
const SELECTED = /\b(?:this|the (?:selected|current|open)) (?:document|file|page|doc|article)\b|(?:这|本|该|当前|选中的?)(?:一?[篇个份])?(?:文档|文件|文章|页面)|本文(?!件夹)/iu;

function namesOf({ text, bare, takesAll, proposed }: ScopeSigns, { mentions = [], selected }: QuestionContext): readonly string[] {
  const named = namedPaths(text).filter(({ isPlace }) => isPlace || takesAll);
  const said = `${text}\n${mentions.join('\n')}`.toLowerCase();
  const trusted = proposed.map(plainPath).filter((name) => name.length > 1 && said.includes(name.toLowerCase()));
  const isSelectedMeant = selected !== undefined && SELECTED.test(bare);
  return [...new Set([...mentions, ...(isSelectedMeant ? [selected] : []), ...named.map(({ name }) => name), ...trusted])].slice(0, MAX_NAMES);
}

/** A name that more paths have than this says nothing about where to look. */
const MAX_MEANT = 3;

/** The indexed paths that a name means, by whole segments: the one that it is in full, else all that end in it. */
async function resolvePath(name: string, library: Pick<Library, 'findPaths'>): Promise<readonly string[]> {
  const wanted = plainPath(name).toLowerCase();
  if (wanted === '') {
    return [];
  }
  const found = (await library.findPaths(name, MAX_MEANT + 1)).filter((path) => means(path.toLowerCase(), wanted));
  const whole = found.filter((path) => [path.toLowerCase(), withoutEnding(path.toLowerCase())].includes(wanted));
  return whole.length > 0 ? whole.slice(0, 1) : found.length > MAX_MEANT ? [] : found;
}

function means(path: string, wanted: string): boolean {
  return [path, withoutEnding(path)].some((form) => form === wanted || form.endsWith(`/${wanted}`));
}

function withoutEnding(path: string): string {
  return path.replace(/(?<=[^/])\.[^./]+$/, '');
}

const IN_DOCS = /\b(?:in|from|within|according to) (?:the|our|your) (?:docs|documentation|manual|handbook)\b(?! (?:folder|directory|site|page|view|panel|command|comment))|(?:在|从|根据|按照?)(?:项目)?(?:的)?文档(?:里面?|中(?!心)|内|来看)?(?![管编库])|(?<![篇个份本该])文档(?:里|中)(?:怎么|是如何|有没有|写|说|提)/iu;
const IN_CODE = /\b(?:in|from|within) (?:the|our|your) (?:code|codebase|source code|source|sources|implementation)\b(?!['-]|[ -](?:block|fence|view|above|below|editor|lens|review|cell|panel|snippet|span|sample|example|of conduct|list|file|map|folder|directory))|(?:在|从)(?:源)?代码(?:里面?|中|内|层面)|源码(?:里|中|层面)/iu;

/** The kinds of documents that a question is limited to: none where it names both, or neither. */
function kindsIn(bare: string): DocumentKind[] {
  const [inDocs, inCode] = [IN_DOCS.test(bare), IN_CODE.test(bare)];
  if (inDocs === inCode) {
    return [];
  }
  return inDocs ? ['markdown', 'text'] : ['code'];
}
