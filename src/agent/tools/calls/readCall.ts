import type * as z from 'zod';
import type { ToolCall } from '../../../model/ports';
import { lettersOf } from '../../../util/letters';
import type { CallRecovery } from '../../recovery/callRecovery';
import type { ReadyCall, RefusedCall, Tool, ToolDesk } from '../../tool';
import { parametersOf } from '../offers';
import { quote } from '../quote';
import { callKey } from './callKey';
import type { Fields } from './fitArguments';
import { fieldsOf, fitArguments } from './fitArguments';
import { readArguments } from './readArguments';
import { purposeOf, similarTools } from './similarTools';

/** A tool with what its arguments are called. */
interface Readable {
  readonly tool: Tool;
  readonly fields: Fields;
}

/** Tools named to a model that called one that does not exist. */
const SUGGESTED = 3;

/** Reads the calls of one turn, whatever the case and the separators of a name (`search_docs`): which tool is meant, if any, and with what. Remembers that a name did not exist. */
export function callReader(tools: readonly Tool[], recovery: CallRecovery): ToolDesk['read'] {
  const known = new Map(tools.map((tool): [string, Readable] => [lettersOf(tool.name), { tool, fields: fieldsOf(parametersOf(tool.input)) }]));
  const general = known.get(lettersOf('searchDocs'));
  const refuse = (refused: Refused): RefusedCall => ({ ...refused, kind: 'refused', action: recovery.afterCall(refused.failure) });
  return (call) => {
    const meant = known.get(lettersOf(lastName(call.name)));
    if (meant !== undefined) {
      const read = readInput(call, meant);
      return 'tool' in read ? read : refuse(read);
    }
    const action = recovery.afterUnknownTool();
    const searched = action === 'searchDocs' && general !== undefined ? readInput(call, general) : undefined;
    return searched !== undefined && 'tool' in searched
      ? { ...searched, isInstead: true }
      : { ...refuseUnknown(call, tools), kind: 'refused', action: action === 'searchDocs' ? 'suggestTool' : action };
  };
}

type Refused = Pick<RefusedCall, 'call' | 'failure' | 'message'>;

/** Models put name spaces before a tool and parentheses behind it: `functions.searchDocs()`. */
function lastName(name: string): string {
  return name.slice(0, MAX_CALLED).replace(/^.*[./:]/su, '').replace(/\(.*$/su, '');
}

/** A longer name is none, in UTF-16 units. */
const MAX_CALLED = 200;

function readInput(call: ToolCall, { tool, fields }: Readable): ReadyCall | Refused {
  const checked = tool.input.safeParse(fitArguments(readArguments(call.arguments), fields));
  if (!checked.success) {
    return { call, failure: 'PARSE', message: explainIssues(tool, fields, checked.error.issues) };
  }
  const query = tool.queryOf(checked.data);
  return { kind: 'ready', call, tool: tool.name, input: checked.data, query, key: callKey(tool.name, checked.data, query) };
}

function explainIssues({ name }: Tool, fields: Fields, issues: readonly z.core.$ZodIssue[]): string {
  const wrong = new Set(issues.map(({ path }) => String(path[0] ?? '')));
  const problems = fields.filter((field) => wrong.has(field.name)).map((field) => {
    const own = issues.find(({ path, code }) => path[0] === field.name && (code === 'invalid_format' || code === 'custom'));
    return `"${field.name}" ${own?.message ?? formOf(field)}`;
  });
  const example = Object.fromEntries(fields.filter(({ isRequired }) => isRequired).map((field) => [field.name, '…']));
  return `${name} was not called: ${problems.join('; ')}. Call it with JSON such as ${JSON.stringify(example)}.`;
}

function formOf({ type, isRequired, minimum, maximum }: Fields[number]): string {
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  const to = maximum === undefined ? '' : ` to ${maximum}`;
  return type === 'integer' ? `must be a whole number${from}${to}` : `${isRequired ? 'is missing: it ' : ''}must be one text`;
}

function refuseUnknown(call: ToolCall, tools: readonly Tool[]): Refused {
  const near = similarTools(call.name, tools, SUGGESTED).map(({ name, description }) => `${name} (${purposeOf(description)})`);
  return { call, failure: 'UNKNOWN_TOOL', message: `There is no tool ${quote(call.name)}. Nearest to it: ${near.join('; ')}.` };
}
