import type { Extensions } from '../../platform/extensions.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { deleteDeliveriesBefore } from '../store/delivery-store.ts';

const KEPT_MS = 30 * 86_400_000;

/** The log of deliveries is kept for 30 days. */
export const expireDeliveriesJob = defineJob<Record<string, never>>({
  name: 'expire-hook-deliveries',
  run: (ctx) => deleteDeliveriesBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_MS)),
});

export const webhooksExpireDeliveries: Extensions = [
  registerJob(expireDeliveriesJob),
  scheduleJob('17 3 * * *', expireDeliveriesJob),
];
