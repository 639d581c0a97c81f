import { z } from 'zod';
import { MAX_STATUS_LENGTH } from './limits.ts';

/** How long a status may be said, in minutes. */
export const STATUS_DURATIONS_MINUTES = {
  '30_minutes': 30,
  '3_hours': 180,
  '8_hours': 480,
  '1_day': 1_440,
  '3_days': 4_320,
  '7_days': 10_080,
  '30_days': 43_200,
} as const;

export type StatusDuration = keyof typeof STATUS_DURATIONS_MINUTES;

const durations = Object.keys(STATUS_DURATIONS_MINUTES) as [StatusDuration, ...StatusDuration[]];

export const statusInput = z.strictObject({
  /** A name such as `coffee`, without colons. */
  emoji: z.string().max(100).optional(),
  message: z.string().max(MAX_STATUS_LENGTH).optional(),
  availability: z.enum(['not_set', 'busy']).optional(),
  clear_status_after: z.enum(durations).optional(),
});
export type StatusInput = z.output<typeof statusInput>;

export const restUserStatus = z.strictObject({
  emoji: z.string().nullable(),
  message: z.string().nullable(),
  availability: z.enum(['not_set', 'busy']),
  message_html: z.string(),
  clear_status_at: z.iso.datetime().nullable(),
});
export type RestUserStatus = z.output<typeof restUserStatus>;
