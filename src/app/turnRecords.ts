import type { PastTurn } from '../model/conversation';
import type { Evidence } from '../model/evidence';
import type { Passage } from '../model/passage';
import type { TurnView } from '../protocol/viewState';
import type { ChatHistory } from './chatHistory';

interface TurnRecord {
  readonly evidence: readonly Evidence[];
  /** See `PastTurn`. */
  readonly notes?: readonly string[];
}

const NOTHING: TurnRecord = { evidence: [] };

/** What a conversation remembers of its turns besides what is shown: the evidence of their numbers, and notes. */
export class TurnRecords {
  readonly #records = new Map<string, TurnRecord>();

  constructor(history: ChatHistory) {
    for (const { view, ...record } of history.turns) {
      this.#records.set(view.id, record);
    }
  }

  keep(turnId: string, record: Partial<TurnRecord>): void {
    this.#records.set(turnId, { ...this.#record(turnId), ...record });
  }

  forget(turnId: string): void {
    this.#records.delete(turnId);
  }

  passage(turnId: string, n: number): Passage | undefined {
    return this.#record(turnId).evidence.find((evidence) => evidence.n === n)?.passage;
  }

  /** The turns as later questions remember them. */
  past(turns: readonly TurnView[]): PastTurn[] {
    return turns.map(({ id, question, answer }) => ({ question, answer, ...this.#record(id) }));
  }

  /** The turns as they are kept between windows. */
  history(turns: readonly TurnView[]): ChatHistory {
    return { turns: turns.map((view) => ({ view, ...this.#record(view.id) })) };
  }

  #record(turnId: string): TurnRecord {
    return this.#records.get(turnId) ?? NOTHING;
  }
}
