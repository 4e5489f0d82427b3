import * as z from 'zod';

/** A number as models write it: `3`, `"3"`, `"L3"`. */
export const numbered = z.union([z.int(), z.string().regex(/^\s*[A-Za-z]?\d{1,6}\s*$/).transform((text) => Number(text.replace(/\D/g, '')))]);
