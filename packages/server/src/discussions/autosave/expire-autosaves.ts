import type { Extensions } from '../../platform/extensions.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { TEXT_LIFE_MS, VERSION_LIFE_MS } from './limits.ts';
import { deleteExpired } from './store.ts';

const job = defineJob<Record<string, never>>({
  name: 'expire-unfinished-texts',
  run: async (ctx) => {
    const now = ctx.clock.now().getTime();
    await deleteExpired(ctx.db, { texts: new Date(now - TEXT_LIFE_MS), versions: new Date(now - VERSION_LIFE_MS) });
  },
});

export const autosaveExpireAutosaves: Extensions = [registerJob(job), scheduleJob('17 3 * * *', job)];
