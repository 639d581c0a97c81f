import { defineJob, scheduleJob } from '../../../platform/jobs.ts';
import { onStart } from '../../../platform/start-work.ts';
import { recoverPushIntents } from '../moving/recover-push-intents.ts';

const recoverPushes = defineJob<Record<string, never>>({
  name: 'projects.recover_pushes',
  run: async (ctx) => {
    await recoverPushIntents(ctx);
  },
});

scheduleJob('* * * * *', recoverPushes);

onStart('recover_pushes', async (ctx) => {
  await recoverPushIntents(ctx, { atStart: true });
});
