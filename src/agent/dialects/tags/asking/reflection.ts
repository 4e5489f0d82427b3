import { tellingTerms } from '../../../../util/terms';
import { withoutTags } from '../scanning/tags';

/** Longest note that is carried on, in UTF-16 units. */
const MAX_NOTE = 800;

/** A model that has nothing to change, in either language; what follows a "but" is something. */
const NOTHING = new RegExp(
  [
    '^(?:there(?: is|\'s| are) )?(?:nothing|none|no (?:changes?|revisions?|corrections?|doubts?|issues?|problems?))\\b(?:(?! but| however| except).){0,80}$',
    '^(?:the |my |this )?(?:answer|text|draft|it)?\\s*(?:is|looks|seems) (?:correct|fine|good|right|accurate)(?:(?! but| however| except).){0,60}$',
    '^(?:我认为|我觉得|回答|内容|目前|以上|暂时|整体)?[，,：:]?\\s*(?:无需|无须|毋需|不需要?|不用|不必|没有(?:什么|任何)?(?:需要|要|可)?)(?:再|做|作|进行|任何|的|什么)*(?:修改|改动|更改|调整|变更|修正|补充|疑问|问题|怀疑)(?:(?!但|不过|然而|除了).){0,40}$',
  ].join('|'),
  'isu',
);

/** What points to a place of the answer without a word of it. */
const PLACE = /\[\d+\]|\d|\b(?:first|second|third|last|previous|sentence|paragraph|step|item|list|table|code)\b|第[一二三四五六七八九十]|最后|上一|[句段步条]/iu;

/**
 * What a model noted when it was asked for its doubts, cut.
 * @returns nothing if it has nothing to change, or says that only in other words: a note like "I need to think more
 * carefully" names nothing that could be changed.
 */
export function readNote(reply: string): string | undefined {
  const note = withoutTags(reply).trim().slice(0, MAX_NOTE).toWellFormed();
  const bare = note.replace(/^[\s"'“”‘’「」『』`*_#>.-]+|[\s"'“”‘’「」『』`*_。.!！-]+$/gu, '');
  return NOTHING.test(bare) || isVague(bare) ? undefined : note;
}

/** True for a note that points to no place of the answer and says nothing but what any note says. */
function isVague(note: string): boolean {
  return !PLACE.test(note) && !tellingTerms(note.replace(GENERAL, ' ')).some((term) => term.length > 1);
}

/** Words that notes are made of, whatever they are about. */
const GENERAL =
  /\b(?:i|i'm|we|my|our|should|need|needs|needed|must|could|would|might|may|will|want|think|thinking|thought|consider|check|checking|verify|review|reconsider|examine|careful|carefully|closely|thorough|thoroughly|more|again|further|better|deeper|answer|answers|question|response|information|details?|sources?|accurate|accuracy|correct|sure|certain|complete|clear|everything|something|things?|some|all|any|before|about)\b|我|需要|应该|应当|必须|可能|也许|再|更加?|仔细|认真|深入|全面|谨慎|思考|考虑|检查|核对|核实|审视|确认|反思|一下|回答|答案|问题|内容|信息|资料|准确|正确|完整|清楚/giu;
