import type { Usage } from '../model/answer';
import { AssistantError } from '../model/errors';
import type { ChatModel, Schedule, ToolOffer } from '../model/ports';
import { addUsage, readReply } from '../model/reply';
import type { DialectChoice } from './dialects/choose';
import type { Dialect, Said } from './dialects/dialect';
import { native } from './dialects/native';
import { probeDialect } from './dialects/probe';
import { react } from './dialects/react';
import type { GatherLimits } from './limits';
import { startTimeLimit } from './timeLimit';
import { unlessAborted } from './withinTime';
import type { Transcript } from './transcript';

/** What speaking with a model needs. */
export interface SpeakerDeps {
  readonly model: ChatModel;
  readonly dialect: DialectChoice;
  readonly offers: readonly ToolOffer[];
  readonly schedule: Schedule;
  readonly limits: GatherLimits;
}

/**
 * What a model said; or that the conversation is too long for a request; or that it cannot be spoken to in this dialect, and
 * will be in another from now on.
 */
export type Heard = Said | 'tooLong' | 'otherDialect';

/** Asks a model what to look up, in the dialect that it speaks; finds out which one that is, where that is left open. */
export class Speaker {
  readonly #deps: SpeakerDeps;
  #dialect: Dialect;
  #usage: Usage = {};
  /** True once it was tried whether the model can call tools: one that failed is not tried again before the next turn. */
  #isTried = false;

  constructor(deps: SpeakerDeps) {
    this.#deps = deps;
    this.#dialect = deps.dialect.name === 'react' ? react : native;
  }

  get dialect(): Dialect {
    return this.#dialect;
  }

  /** What its calls took since this was asked last. */
  takeUsage(): Usage {
    const usage = this.#usage;
    this.#usage = {};
    return usage;
  }

  /** @throws AssistantError model.*, `cancelled` once the signal fires. */
  async ask(transcript: Transcript, round: number, signal: AbortSignal): Promise<Heard> {
    const { model, limits, offers } = this.#deps;
    const request = transcript.request(this.#dialect, limits);
    if (request === undefined) {
      return 'tooLong';
    }
    try {
      const reply = await this.#inTime((inner) => readReply(model, request, inner), signal);
      this.#usage = addUsage(this.#usage, reply.usage);
      const said = this.#dialect.read(reply, { offers, round });
      if (said.calls.length > 0) {
        this.#settle(this.#dialect);
      }
      return said;
    } catch (error) {
      // A server that refuses tools has said which dialect it is to be.
      if (this.#deps.dialect.memory === undefined || this.#dialect === react || !isRefusal(error)) {
        throw error;
      }
      this.#settle(react);
      return 'otherDialect';
    }
  }

  /**
   * Of a model that called nothing, and of which it is not known whether it can: finds out.
   * @returns true if it cannot, and is spoken to in another dialect from now on.
   * @throws AssistantError `cancelled` once the signal fires.
   */
  async isMute(signal: AbortSignal): Promise<boolean> {
    const { model, dialect: { memory } } = this.#deps;
    if (this.#isTried || memory === undefined || memory.recall(model.id) !== undefined) {
      return false;
    }
    this.#isTried = true;
    const { dialect, usage } = await this.#inTime((inner) => probeDialect(model, inner), signal);
    this.#usage = addUsage(this.#usage, usage);
    if (dialect === undefined) {
      return false;
    }
    this.#settle(dialect);
    return dialect === react;
  }

  #settle(dialect: Dialect): void {
    const { model, dialect: { memory } } = this.#deps;
    this.#dialect = dialect;
    if (memory !== undefined && memory.recall(model.id) !== dialect.name) {
      memory.remember(model.id, dialect.name);
    }
  }

  async #inTime<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { model, schedule, limits } = this.#deps;
    const time = startTimeLimit(limits.roundMs, schedule, signal);
    try {
      return await unlessAborted(work, time.signal);
    } catch (error) {
      throw time.isUp && !signal.aborted ? tooSlow(model, limits.roundMs) : error;
    } finally {
      time.end();
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AssistantError && error.code === 'model.unsupported';
}

function tooSlow({ name }: ChatModel, ms: number): AssistantError {
  return new AssistantError('model.unreachable', `${name} did not say within ${ms / 1_000} s what to look up. Ask again, or choose a faster model.`, { retryable: true });
}
