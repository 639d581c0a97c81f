import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { filledText, idInput, pagingInput, timeInput } from '../core/inputs.ts';

const MAX_TEXT = 255;

export const listTriggersInput = z.strictObject(pagingInput);
export const triggerParams = z.object({ trigger_id: idInput });
export const createTriggerInput = z.strictObject({
  description: filledText.max(MAX_TEXT),
  expires_at: timeInput.nullable().optional(),
});
export const updateTriggerInput = z.strictObject({ description: filledText.max(MAX_TEXT).optional() });

export const restTrigger = z.strictObject({
  id: z.number(),
  /** In full only once, when it is made; later its start. */
  token: z.string(),
  description: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_used: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  owner: restUserBasic.nullable(),
});
export type RestTrigger = z.output<typeof restTrigger>;
