import type { IndexReport, SkipReason } from '../model/indexReport';
import type { RankingName } from '../model/passage';
import { formatSize } from '../util/formatSize';
import type { Translate } from './translate';

/**
 * The index report as Markdown.
 *
 * @param lastRun - time of day at which the last run ended, as the reader writes it; nothing before the first one has.
 */
export function presentIndexReport(report: IndexReport, lastRun: string | undefined, t: Translate): string {
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines]);
  return [
    `# ${t('DocMind Index Report')}`,
    '',
    `- ${t('Files')}: ${report.files}`,
    `- ${t('Passages')}: ${report.passages}`,
    `- ${t('Size of the files')}: ${formatSize(report.bytes)}`,
    `- ${t('Last run')}: ${runInWords(report, lastRun, t)}`,
    `- ${t('Searches use')}: ${report.tiers.map((tier) => tierWords(t)[tier]).join(', ')}`,
    `- ${t('Models')}: ${report.model.split(' + ').map((id) => modelInWords(id, t)).join(', ')}`,
    `- ${t('Folder')}: ${report.dir}`,
    ...section(t('Failed'), report.failed.map(({ path, reason }) => `- ${path}: ${reason}`)),
    ...section(t('Left out'), leftOut(report, t)),
    ...section(t('Notes'), report.warnings.map((warning) => `- ${warning}`)),
    '',
  ].join('\n');
}

function runInWords({ embedded, seconds }: IndexReport, lastRun: string | undefined, t: Translate): string {
  if (lastRun === undefined) {
    return t('not finished yet');
  }
  return embedded === 0
    ? t('{0}, no passage was new', lastRun)
    : t('{0}, {1} new passages in {2} s', lastRun, embedded, seconds.toFixed(1));
}

function tierWords(t: Translate): Readonly<Record<RankingName, string>> {
  return { keyword: t('words'), static: t('meaning (quick model)'), semantic: t('meaning (full model)') };
}

/** The identity of a model behind a name that people know it by. */
function modelInWords(id: string, t: Translate): string {
  const [family, , runtime] = id.split('-');
  switch (family) {
    case 'minilm':
      return `all-MiniLM-L6-v2, ${runtime === 'native' ? t('native') : 'WebAssembly'} (${id})`;
    case 'static':
      return `${t('static table')} (${id})`;
    default:
      return id;
  }
}

/** Every reason is named, also where it met no file: it is here that one looks for a file that is not found. */
function leftOut({ skipped }: IndexReport, t: Translate): readonly string[] {
  return [
    t('Ignored files and folders are not looked into and not counted: what .gitignore, .git/info/exclude, .docmindignore and the setting docmind.index.exclude name, and packages and caches such as node_modules.'),
    t('Of all other files these are left out:'),
    '',
    ...Object.entries(skipWords(t)).map(([reason, words]) => `- ${words}: ${skipped[reason as SkipReason] ?? 0}`),
  ];
}

function skipWords(t: Translate): Readonly<Record<SkipReason, string>> {
  return {
    binary: t('Not text, such as pictures, archives and programs'),
    unsupported: t('Of a kind that is not read, such as PDF, Office, CSV and log files'),
    generated: t('Written by tools, such as lock files, bundles and source maps'),
    secret: t('May hold keys or passwords, such as .env and *.pem; never opened'),
    tooLarge: t('Larger than the setting docmind.index.maxFileSize allows'),
    empty: t('Empty'),
  };
}
