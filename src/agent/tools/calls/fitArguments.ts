import * as z from 'zod';
import { lettersOf } from '../../../util/letters';
import type { JsonValue } from '../../../util/looseJson';
import { TRUNCATED } from '../quote';
import type { WrittenArguments } from './readArguments';
import { readNumber } from './readNumber';

const fieldSchema = z.object({
  type: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  default: z.unknown().optional(),
});

const parametersSchema = z.object({ properties: z.record(z.string(), fieldSchema), required: z.array(z.string()).default([]) });

/** A field of a tool's input, as its JSON schema says. */
interface Field extends z.infer<typeof fieldSchema> {
  readonly name: string;
  readonly isRequired: boolean;
}

/** The fields of a tool's input. */
export type Fields = readonly Field[];

/** Reads the fields off the JSON schema that a model is shown. */
export function fieldsOf(parameters: Readonly<Record<string, unknown>>): Fields {
  const { properties, required } = parametersSchema.parse(parameters);
  return Object.entries(properties).map(([name, field]) => ({ ...field, name, isRequired: required.includes(name) }));
}

/** What models call the fields instead, see `lettersOf`. One name may stand for different fields of different tools, never of one. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  query: words('q question text search searchquery querytext querystring keywords keyword terms term phrase input prompt content 查询 问题 关键词 搜索'),
  topK: words('k limit n count top topn max maxresults numresults resultcount size number num 数量'),
  in: words('scope folder folders path paths file files filename directory dir within where document doc 范围 目录 文件夹 文件'),
  doc: words('path file filename filepath document documentpath name uri url docpath 文件 路径 文档'),
  passage: words('n number passagenumber passageid source sourcenumber citation ref reference id 编号'),
  startLine: words('start from line linestart begin fromline linenumber 起始行 行'),
  endLine: words('end to lineend toline until 结束行'),
  section: words('heading title chapter header sectiontitle 章节 标题'),
  code: words('source script program javascript js expression expr 代码'),
};

function words(text: string): string[] {
  return text.split(' ');
}

/**
 * Brings what a model wrote into the form that a tool takes, once: other names of fields where one is meant without doubt,
 * numbers in words, values out of bounds, texts that are too long. What cannot be brought into it stays as it was, for the
 * tool's schema to refuse; fields that the tool does not have are left out.
 */
export function fitArguments({ named, bare }: WrittenArguments, fields: Fields): Record<string, unknown> {
  const given = new Map(Object.entries(named).filter(([, value]) => value !== null));
  const found = new Map(fields.flatMap((field): [string, JsonValue][] => {
    const value = valueOf(field, given, fields);
    return value === undefined || isAbsent(value, field) ? [] : [[field.name, value]];
  }));
  const [text, ...more] = fields.filter(({ isRequired, type }) => isRequired && type === 'string');
  const only = text === undefined || more.length > 0 || found.has(text.name) ? undefined : onlyText(given, fields) ?? (found.size === 0 ? bare : undefined);
  if (text !== undefined && only !== undefined) {
    found.set(text.name, only);
  }
  return Object.fromEntries(fields.flatMap((field) => {
    const value = found.get(field.name);
    return value === undefined ? [] : [[field.name, fitValue(value, field)]];
  }));
}

/** The value that is given for a field, under its own name or another; nothing if different ones are given for it. */
function valueOf(field: Field, given: ReadonlyMap<string, JsonValue>, fields: Fields): JsonValue | undefined {
  const own = given.get(field.name);
  if (own !== undefined) {
    return own;
  }
  const taken = fields.map(({ name }) => lettersOf(name));
  const entries = [...given].map(([name, value]) => ({ name: lettersOf(name), value }));
  const sameName = entries.filter(({ name }) => name === lettersOf(field.name));
  const others = OTHER_NAMES[field.name] ?? [];
  const values = sameName.length > 0 ? sameName : entries.filter(({ name }) => others.includes(name) && !taken.includes(name));
  const [value, ...more] = new Map(values.map((entry) => [JSON.stringify(entry.value), entry.value])).values();
  return more.length > 0 ? undefined : value;
}

/** The one text among the values whose names belong to no field. */
function onlyText(given: ReadonlyMap<string, JsonValue>, fields: Fields): string | undefined {
  const known = new Set(fields.flatMap(({ name }) => [lettersOf(name), ...(OTHER_NAMES[name] ?? [])]));
  const texts = [...given].flatMap(([name, value]) => (typeof value === 'string' && !known.has(lettersOf(name)) ? [value] : []));
  return texts.length === 1 ? texts[0] : undefined;
}

/** Models that fill in every field write nothing much into those that they do not need. */
function isAbsent(value: JsonValue, { isRequired, type, minimum = 0, default: fallback }: Field): boolean {
  if (isRequired) {
    return false;
  }
  const isZero = type === 'integer' && fallback === undefined && minimum > 0 && (value === 0 || value === '0');
  return isZero || (typeof value === 'string' && /^\s*(?:null|none|undefined|n\/a|无)?\s*$/iu.test(value));
}

function fitValue(value: JsonValue, field: Field): unknown {
  const [first, ...more] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  switch (field.type) {
    case 'integer':
      return more.length > 0 ? value : fitNumber(first, field);
    case 'string':
      return fitText([first, ...more], field) ?? value;
    default:
      return value;
  }
}

function fitNumber(value: JsonValue | undefined, { minimum = -Infinity, maximum = Infinity }: Field): JsonValue | undefined {
  const number = typeof value === 'string' ? readNumber(value) : value;
  return typeof number === 'number' ? Math.min(maximum, Math.max(minimum, Math.trunc(number))) : value;
}

function fitText(parts: readonly (JsonValue | undefined)[], { maxLength = Infinity }: Field): string | undefined {
  if (!parts.every((part) => typeof part === 'string' || typeof part === 'number')) {
    return undefined;
  }
  const text = parts.join(' ').toWellFormed();
  return text.length <= maxLength ? text : text.slice(0, maxLength - TRUNCATED.length).toWellFormed() + TRUNCATED;
}
