import { parseRecovery } from '../agent/recovery/parseRecovery';
import type { Settings } from './settings';
import type { TurnOptions } from './turn/turn';

/** How questions are answered under these settings; bad values of `recovery` are their defaults, plus a sentence in `problems`. */
export function turnOptions(settings: Settings): { readonly options: TurnOptions; readonly problems: readonly string[] } {
  const { table, problems } = parseRecovery(settings.recovery);
  return {
    options: {
      assurance: settings.assurance,
      isAgentic: settings['agentic.enabled'],
      maxRounds: settings['agentic.maxRounds'],
      earlyStopOnEmptyRound: settings['agentic.earlyStopOnEmptyRound'],
      dialect: settings['model.dialect'],
      recovery: table,
    },
    problems,
  };
}
