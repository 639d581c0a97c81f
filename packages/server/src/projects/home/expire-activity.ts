import type { Extensions } from '../../platform/extensions.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { deleteUserEventsBefore } from './activity-store.ts';

const KEPT_MS = 3 * 365 * 86_400_000;

/** The feed goes back three years; the things themselves stay. */
export const expireActivityJob = defineJob<Record<string, never>>({
  name: 'expire-activity',
  run: (ctx) => deleteUserEventsBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_MS)),
});

export const homeExpireActivity: Extensions = [
  registerJob(expireActivityJob),
  scheduleJob('41 3 * * *', expireActivityJob),
];
