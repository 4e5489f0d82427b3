import * as z from 'zod';
import type { ToolOffer } from '../../model/ports';
import type { Tool } from '../tool';

/** The tools as a model is shown them, in their order. */
export function toolOffers({ tools }: { readonly tools: readonly Tool[] }): ToolOffer[] {
  return tools.map(({ name, description, input }) => ({ name, description, parameters: parametersOf(input) }));
}

/** Schemas never change, and are the same for every turn. */
const known = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

/** The JSON schema of a tool's arguments, without what servers refuse or stumble over. */
export function parametersOf(input: z.ZodType): Readonly<Record<string, unknown>> {
  const parameters = known.get(input) ?? derive(input);
  known.set(input, parameters);
  return parameters;
}

function derive(input: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { target: 'draft-7', io: 'input', override: ({ jsonSchema }) => {
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
      delete jsonSchema.maximum;
    }
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) {
      delete jsonSchema.minimum;
    }
  } });
  return schema;
}
