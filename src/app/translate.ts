/**
 * Puts an English sentence into the reader's language: `{0}`, `{1}` … stand for the arguments.
 * The shape of `vscode.l10n.t`.
 */
export type Translate = (message: string, ...args: (string | number)[]) => string;

/** English as it stands. */
export const untranslated: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/gu, (hole, index: string) => String(args[Number(index)] ?? hole));
