import * as z from 'zod';

import { MAX_QUESTION_LENGTH } from './limits';

const turnId = z.string().min(1).max(64);
const n = z.int().min(1).max(10_000);

/** What the view may ask of the host. Every message is parsed with this: the view also renders model output. */
export const intentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('ask'), text: z.string().trim().min(1).max(MAX_QUESTION_LENGTH) }),
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('newChat') }),
  z.object({ type: z.literal('retry'), turnId }),
  z.object({ type: z.literal('answerWithoutModel'), turnId }),
  z.object({ type: z.literal('copyAnswer'), turnId }),
  z.object({ type: z.literal('rememberAnswer'), turnId }),
  z.object({ type: z.literal('openCitation'), turnId, n, beside: z.boolean().optional() }),
  z.object({ type: z.literal('checkCitation'), turnId, n }),
  z.object({ type: z.literal('openLink'), href: z.string().min(1).max(2_000) }),
  z.object({ type: z.literal('setUpModel') }),
  z.object({ type: z.literal('showIndexReport') }),
]);

export type Intent = z.infer<typeof intentSchema>;
