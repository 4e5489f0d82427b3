import type { Usage } from '../model/answer';
import type { QuestionContext } from '../model/conversation';
import { AssistantError, refuseIfCancelled, toAssistantError } from '../model/errors';
import type { Intent, QueryProfile } from '../model/profile';
import type { ChatModel } from '../model/ports';
import type { Reply } from '../model/reply';
import { readReply } from '../model/reply';
import type { Library } from '../retrieval/library';
import type { Asked } from './asked';
import { readAsked } from './asked';
import { buildUnderstandingRequest } from './asking/prompt';
import type { ModelReading } from './asking/readUnderstanding';
import { readUnderstanding } from './asking/readUnderstanding';
import { MAX_COURTESY } from './courtesy';
import { isFollowUp } from './reading/followUp';
import { digestOf, intentOf } from './reading/wording';
import { completeProfile } from './profile';
import type { Draft } from './rules';
import { decideByRules } from './rules';
import { isFaithful, standaloneByRules } from './standalone';

/** What understanding needs. */
export interface UnderstandDeps {
  /** Asked once at most, and only where rules do not decide; without one, rules do their best. */
  readonly model?: ChatModel | undefined;
  readonly library: Pick<Library, 'findPaths'>;
  /** What the model is shown of the conversation, see `summarizeConversation`; may be empty. */
  readonly conversation: string;
  /** The word that fences it. */
  readonly nonce: string;
}

/** A question, understood. */
export interface Understood {
  readonly profile: QueryProfile;
  readonly by: 'rules' | 'model';
  readonly usage: Usage;
  /** Why the model that was asked was of no use. The turn goes on by what rules make of the question. */
  readonly problem?: AssistantError;
}

/**
 * Understands a question before anything is searched: by rules, where they decide; else by one call of a model, which also
 * makes a follow-up into a question of its own. What code finds for sure is added to either.
 *
 * @throws AssistantError cancelled; index.* if the library fails. Never for what the model does.
 */
export async function understand(question: string, context: QuestionContext, deps: UnderstandDeps, signal: AbortSignal): Promise<Understood> {
  const asked = readAsked(question);
  const complete = (draft: Draft) => completeProfile(draft, { question: asked.text, context, library: deps.library });
  const decided = decideByRules(asked, context);
  if (decided !== undefined || deps.model === undefined) {
    return { profile: await complete(decided ?? guess(asked, context)), by: 'rules', usage: {} };
  }
  const { reading, usage, problem } = await askModel(asked, context, { deps, model: deps.model, signal });
  return reading === undefined
    ? { profile: await complete(guess(asked, context)), by: 'rules', usage, problem }
    : { profile: await complete(draftOf(reading, asked, context)), by: 'model', usage };
}

type ModelAnswer =
  | { readonly reading: ModelReading; readonly usage: Usage; readonly problem?: never }
  | { readonly reading?: never; readonly usage: Usage; readonly problem: AssistantError };

async function askModel(
  { text }: Asked,
  { selected }: QuestionContext,
  { deps: { conversation, nonce }, model, signal }: { readonly deps: UnderstandDeps; readonly model: ChatModel; readonly signal: AbortSignal },
): Promise<ModelAnswer> {
  let reply: Reply;
  try {
    reply = await readReply(model, buildUnderstandingRequest({ question: text, conversation, selected, nonce }), signal);
  } catch (error) {
    // The turn goes on without: a question is never lost because it was not understood.
    refuseIfCancelled(signal);
    return { usage: {}, problem: toAssistantError(error) };
  }
  refuseIfCancelled(signal);
  const reading = readUnderstanding(reply.text);
  return reading === undefined
    ? { usage: reply.usage, problem: new AssistantError('model.badResponse', `${model.name} did not say in a readable form what is asked. The question is searched as it stands.`) }
    : { reading, usage: reply.usage };
}

/** Trust in what neither a rule nor a model decided. */
const GUESSED = 0.4;

/** What rules make of a question that they do not decide. */
function guess(asked: Asked, context: QuestionContext): Draft {
  const standalone = readAsked(standaloneByRules(asked.question, context.history));
  const decided = decideByRules(standalone, { ...context, history: [] });
  return decided ?? {
    intent: intentOf(standalone.bare, standalone.signals),
    complexity: 'MEDIUM',
    ambiguous: context.history.length === 0 && isFollowUp(asked.bare),
    confidence: GUESSED,
    asked: standalone,
  };
}

/** A model's word counts where it can be true. */
function draftOf(reading: ModelReading, asked: Asked, context: QuestionContext): Draft {
  const { question, focuses, paths, symbols, timeSensitive } = reading;
  const isRewritten = question !== undefined && context.history.length > 0 && isFaithful(question, asked.question, context.history);
  const standalone = readAsked(isRewritten ? question : standaloneByRules(asked.question, context.history));
  return {
    intent: plausibleIntent(reading.intent, standalone),
    complexity: reading.complexity ?? 'MEDIUM',
    ambiguous: reading.ambiguous ?? false,
    confidence: reading.confidence ?? GUESSED,
    asked: standalone,
    focuses,
    paths,
    symbols,
    ...(timeSensitive === undefined ? {} : { timeSensitive }),
  };
}

/** Names the assistant, or means it. */
const TO_ASSISTANT = /\b(?:you|your|docmind|assistant|yourself)\b|[你您]|助手|插件/iu;

/** What would keep a question from being searched, or read a whole document for it, must show in its words. */
function plausibleIntent(intent: Intent | undefined, { bare, signals }: Asked): Intent {
  const worded = intentOf(bare, signals);
  switch (intent) {
    case undefined:
      return worded;
    case 'greeting':
      return bare.length <= MAX_COURTESY && worded === 'question' && !/[?？]|\b(?:what|where|when|which|who|how|why)\b|什么|哪|怎么|如何|多少|吗|几/iu.test(bare) ? intent : worded;
    case 'capabilities':
      return bare.length <= MAX_COURTESY && TO_ASSISTANT.test(bare) ? intent : worded;
    case 'summarize':
    case 'outline':
      return digestOf(bare) === undefined ? worded : intent;
    default:
      return intent;
  }
}
