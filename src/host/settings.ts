import * as vscode from 'vscode';
import type { Settings } from '../app/settings';
import { parseSettings, SETTING_NAMES } from '../app/settings';

/** The settings of this window; problems are sentences for the log. */
export function readSettings(): { readonly settings: Settings; readonly problems: readonly string[] } {
  const section = vscode.workspace.getConfiguration('docmind');
  return parseSettings(Object.fromEntries(SETTING_NAMES.map((name) => [name, section.get<unknown>(name)])));
}
