import type { Extensions } from '../../platform/extensions.ts';
import { prepareHooks } from '@tributary/git';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { onStart } from '../../platform/start-work.ts';
import { recoverPushIntents } from '../ref-updates/recover-push-intents.ts';

/** Every minute: pushes that a crash left between git and the database. */
export const recoverPushesJob = defineJob<Record<string, never>>({
  name: 'recover-pushes',
  run: async (ctx) => {
    await recoverPushIntents(ctx);
  },
});

export const repositoriesRecoverPushes: Extensions = [
  registerJob(recoverPushesJob),
  scheduleJob('* * * * *', recoverPushesJob),
  onStart('prepare-hooks', () => prepareHooks()),
  onStart('recover-pushes', async (ctx) => {
    await recoverPushIntents(ctx, { atStart: true });
  }),
];
