import { MAX_RECOVERY_MS } from './table';

/** The time that one turn has for recovery: waits and repeated attempts count, first attempts do not. One object per turn. */
export class RecoveryBudget {
  #leftMs = MAX_RECOVERY_MS;

  /** From 0 up. */
  get leftMs(): number {
    return this.#leftMs;
  }

  spend(ms: number): void {
    this.#leftMs = Math.max(0, this.#leftMs - ms);
  }
}
