import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { overdueSince } from '../access/deletion-confirmation.ts';
import { listOverdue } from '../access/read-only-store.ts';
import { deleteGroup } from '../namespaces/operations/delete-group.ts';
import { deleteProject } from './operations/delete-project.ts';

/** Deletes for good what nobody restored in time. Groups first: they take with them what is marked inside. */
export const deleteOverdueJob = defineJob<Record<string, never>>({
  name: 'delete-overdue',
  run: async (ctx) => {
    const since = await overdueSince(ctx);
    for (const groupId of (await listOverdue(ctx.db, since)).groupIds)
      await attempt(ctx, { groupId }, () => deleteGroup(ctx, { groupId, overdueSince: since }));
    for (const projectId of (await listOverdue(ctx.db, since)).projectIds)
      await attempt(ctx, { projectId }, () => deleteProject(ctx, { projectId, overdueSince: since }));
  },
});

/** One that cannot be deleted stops none of the others; it is tried again the next day. */
async function attempt(ctx: Context, which: { groupId: number } | { projectId: number }, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    ctx.log.error({ err: error, ...which }, 'an overdue deletion failed');
  }
}

export const lifecycleDeleteOverdue: Extensions = [
  registerJob(deleteOverdueJob),
  scheduleJob('12 2 * * *', deleteOverdueJob),
];
