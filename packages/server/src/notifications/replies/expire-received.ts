import type { Extensions } from '../../platform/extensions.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { deleteReceivedBefore } from './store.ts';

const KEPT_MS = 30 * 86_400_000;

/** Mail servers give up within days: older messages do not come again. */
const job = defineJob<Record<string, never>>({
  name: 'expire-received-mails',
  run: (ctx) => deleteReceivedBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_MS)),
});

export const repliesExpireReceived: Extensions = [registerJob(job), scheduleJob('47 3 * * *', job)];
