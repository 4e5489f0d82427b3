import * as z from 'zod';
import type { ToolOffer } from '../../model/ports';
import type { Tool } from '../tool';

/** The tools as a model is shown them, in their order. */
export function toolOffers({ tools }: { readonly tools: readonly Tool[] }): ToolOffer[] {
  return tools.map(({ name, description, input }) => ({ name, description, parameters: parametersOf(input) }));
}

/** The JSON schema of a tool's arguments, without what servers refuse or stumble over. */
export function parametersOf(input: z.ZodType): Readonly<Record<string, unknown>> {
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
