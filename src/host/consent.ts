import type { Memento } from 'vscode';
import * as vscode from 'vscode';
import { consentQuestion } from '../app/consentQuestion';
import type { Consent, ConsentUse } from '../model/ports';
import { createSerial } from '../util/serial';

const USES: readonly ConsentUse[] = ['webSearch', 'runCode'];

/**
 * Asks the person in a dialog: this time, always, never. A dialog that is closed says no this time. Questions come one after
 * another, as the first answer may settle the next.
 *
 * @param memory - of the workspace: keeps "always" and "never".
 */
export function createConsent(memory: Memento): Consent & { reset(): Promise<void> } {
  const inTurn = createSerial();

  const remembered: Consent['remembered'] = (use) => {
    const kept: unknown = memory.get(keyOf(use));
    return kept === 'always' || kept === 'never' ? kept : undefined;
  };

  const askNow = async (use: ConsentUse, detail: string, signal: AbortSignal): Promise<boolean> => {
    const known = remembered(use);
    if (known !== undefined || signal.aborted) {
      return known === 'always' && !signal.aborted;
    }
    const { t } = vscode.l10n;
    const { message, detail: shown } = consentQuestion(use, detail, t);
    const [once, always, never] = [t('This Time'), t('Always'), t('Never')];
    const choice = await vscode.window.showWarningMessage(message, { modal: true, detail: shown }, once, always, never);
    if (choice === always || choice === never) {
      await memory.update(keyOf(use), choice === always ? 'always' : 'never');
    }
    return (choice === once || choice === always) && !signal.aborted;
  };

  return {
    remembered,
    ask: (use, detail, signal) => inTurn(() => askNow(use, detail, signal)),
    async reset() {
      await Promise.all(USES.map((use) => memory.update(keyOf(use), undefined)));
      void vscode.window.showInformationMessage(vscode.l10n.t('DocMind asks again before it searches the web or runs a program.'));
    },
  };
}

function keyOf(use: ConsentUse): string {
  return `docmind.consent.${use}`;
}
