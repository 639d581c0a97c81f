import { z } from 'zod';
import { filledText, pagingInput } from '../core/inputs.ts';

const cron = filledText.max(998);
const timezone = filledText.max(255);

export const listFreezePeriodsInput = z.strictObject(pagingInput);
export const createFreezePeriodInput = z.strictObject({
  freeze_start: cron,
  freeze_end: cron,
  /** A name of the IANA database, such as `Europe/Berlin`. */
  cron_timezone: timezone.optional(),
});
export const updateFreezePeriodInput = z.strictObject({
  freeze_start: cron.optional(),
  freeze_end: cron.optional(),
  cron_timezone: timezone.optional(),
});

export const restFreezePeriod = z.strictObject({
  id: z.number(),
  freeze_start: z.string(),
  freeze_end: z.string(),
  cron_timezone: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type RestFreezePeriod = z.output<typeof restFreezePeriod>;

/** As the settings show it; the end of the period that is under way. */
export type FreezePeriodCard = {
  id: number;
  start: string;
  end: string;
  timezone: string;
  activeUntil: string | null;
  nextStart: string | null;
};
