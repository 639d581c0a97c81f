import { z } from 'zod';
import { dateInput, listInput } from '../core/inputs.ts';
import { TIERS } from './status.ts';

export const DORA_METRICS = [
  'deployment_frequency',
  'lead_time_for_changes',
  'time_to_restore_service',
  'change_failure_rate',
] as const;
export type DoraMetric = (typeof DORA_METRICS)[number];

export const DORA_INTERVALS = ['all', 'monthly', 'daily'] as const;
export type DoraInterval = (typeof DORA_INTERVALS)[number];

/** A longer range is asked for in parts. */
export const MAX_DORA_DAYS = 180;

export const doraInput = z.strictObject({
  metric: z.enum(DORA_METRICS),
  start_date: dateInput.optional(),
  end_date: dateInput.optional(),
  interval: z.enum(DORA_INTERVALS).default('daily'),
  environment_tiers: listInput.pipe(z.array(z.enum(TIERS))).optional(),
});

/** Null: nothing to measure in this time. The date is that of its first day, null for the whole range. */
export const restDoraValue = z.strictObject({ date: z.string().nullable(), value: z.number().nullable() });
