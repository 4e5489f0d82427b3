import { gradeEvidence } from '../../../../evidence/grade';
import type { Usage } from '../../../../model/answer';
import type { ChatModel, ChatRequest } from '../../../../model/ports';
import { addUsage } from '../../../../model/reply';
import type { GatherTask } from '../../../gatherPrompt';
import type { Draft } from '../drafting/draft';
import { readShort } from '../drafting/readPieces';
import type { Searches } from '../searches';
import type { TagLimits } from '../tagLimits';
import { cleanQuery } from './query';
import { readNote } from './reflection';
import type { PromptGround } from './tagPrompt';
import { tagRequest } from './tagPrompt';
import type { Wording } from './wording';

/** What requests are made from. */
export interface AskerDeps {
  readonly task: GatherTask;
  readonly limits: TagLimits;
  readonly model: ChatModel;
  readonly nonce: string;
  readonly draft: Draft;
  readonly searches: Searches;
  readonly wording: Wording;
}

/** Estimated tokens of a query, and of a list of doubts; what is longer is neither. */
const QUERY_TOKENS = 120;
const NOTE_TOKENS = 300;

/** Makes the requests of one answer, and takes the short turns beside it. */
export class Asker {
  readonly #deps: AskerDeps;
  #ground: PromptGround | undefined;
  #usage: Usage = {};

  constructor(deps: AskerDeps) {
    this.#deps = deps;
  }

  /** Counts what a call took. */
  addUsage(usage: Usage): void {
    this.#usage = addUsage(this.#usage, usage);
  }

  /** What calls took since this was asked last. */
  takeUsage(): Usage {
    const usage = this.#usage;
    this.#usage = {};
    return usage;
  }

  /** A request where the writing stands. */
  request(ask: string, options: Omit<ChatRequest, 'messages'>): ChatRequest {
    const { searches: { material }, draft, limits } = this.#deps;
    const ground = this.#ground ?? this.#groundOf();
    // How the answer is to open depends on the material that there is when it is begun, and is said once.
    this.#ground = material.length === 0 ? undefined : ground;
    return tagRequest(ground, { material, draft: draft.text, ask }, { maxOutputTokens: limits.maxOutputTokens, ...options });
  }

  /** The query for the fact that is missing; what stood behind the model's mark, if the model gives none. */
  async query(payload: string, signal: AbortSignal): Promise<string | undefined> {
    return cleanQuery(await this.#short(this.#deps.wording.askQuery, QUERY_TOKENS, signal)) ?? cleanQuery(payload);
  }

  /** Another query for a question whose own words find nothing. */
  async otherQuery(signal: AbortSignal): Promise<string | undefined> {
    return cleanQuery(await this.#short(this.#deps.wording.askOtherQuery, QUERY_TOKENS, signal));
  }

  /** What the model doubts of the answer so far; nothing if it would change nothing. */
  async doubts(signal: AbortSignal): Promise<string | undefined> {
    return readNote(await this.#short(this.#deps.wording.askDoubts, NOTE_TOKENS, signal));
  }

  /** Empty where it fails: the answer goes on without it. @throws AssistantError cancelled. */
  async #short(ask: string, maxTokens: number, signal: AbortSignal): Promise<string> {
    try {
      const { text, usage } = await readShort(this.#deps.model, this.request(ask, { temperature: 0 }), { maxTokens, signal });
      this.addUsage(usage);
      return text;
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      return '';
    }
  }

  #groundOf(): PromptGround {
    const { task: { profile, conversation }, searches, nonce, wording } = this.#deps;
    const question = profile.standaloneQuestion;
    return { question, conversation, grade: gradeEvidence(question, searches.material.map(({ passage }) => passage)), nonce, wording };
  }
}
