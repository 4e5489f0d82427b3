import type { QueryProfile } from '../model/profile';
import type { Route } from '../model/turn';
import { asksWholeDigest } from './reading/wording';

/** What routing depends on besides the question. */
export interface RouteOptions {
  /** See `QuestionContext`. */
  readonly selected?: string | undefined;
  /** False is the kill switch: nothing goes to the loop. */
  readonly isAgentic: boolean;
  readonly hasModel: boolean;
}

/** The way a question takes, and why in a few words. */
export type RouteDecision =
  /** `document`: the path to read whole. */
  | { readonly route: 'SELECTED_DOC'; readonly document: string; readonly reason: string }
  | { readonly route: Exclude<Route, 'SELECTED_DOC'>; readonly reason: string };

/** Decides how a question is answered. What to look up, and how often, is left to the loop. */
export function route(profile: QueryProfile, options: RouteOptions): RouteDecision {
  const document = digestedDocument(profile, options.selected);
  if (document !== undefined) {
    return { route: 'SELECTED_DOC', document, reason: `${profile.intent} one document` };
  }
  const isSimple = profile.complexity === 'SIMPLE' && !profile.ambiguous;
  const plain = options.hasModel ? (options.isAgentic ? (isSimple ? 'simple and not ambiguous' : undefined) : 'the agent is switched off') : 'no model';
  return plain === undefined
    ? { route: 'AGENTIC', reason: profile.ambiguous ? `${profile.complexity.toLowerCase()} and ambiguous` : profile.complexity.toLowerCase() }
    : { route: 'ONE_SHOT', reason: plain };
}

/**
 * The one document that is to be summed up or outlined: the one that the question names; else the selected one, if nothing
 * narrows the request down. An overview of a topic is not one of the file that happens to be open.
 */
function digestedDocument({ intent, scope: { paths = [] }, standaloneQuestion }: QueryProfile, selected: string | undefined): string | undefined {
  if (intent !== 'summarize' && intent !== 'outline') {
    return undefined;
  }
  if (paths.length === 0) {
    return asksWholeDigest(standaloneQuestion) ? selected : undefined;
  }
  const [named, ...more] = paths;
  return named !== undefined && more.length === 0 && isDocument(named) ? named : undefined;
}

/** A file by its name: with an ending, or one of those that have none. */
function isDocument(path: string): boolean {
  return /[^/]\.[A-Za-z]\w{0,9}$|(?:^|\/)(?:[A-Z]{4,}|\w*[Mm]akefile|Dockerfile|Jenkinsfile)$/.test(path);
}
