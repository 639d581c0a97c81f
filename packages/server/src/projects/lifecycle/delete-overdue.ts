import { defineJob, scheduleJob } from '../../platform/jobs.ts';
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
      await deleteGroup(ctx, { groupId, isImmediate: true });
    for (const projectId of (await listOverdue(ctx.db, since)).projectIds)
      await deleteProject(ctx, { projectId, isImmediate: true });
  },
});

scheduleJob('12 2 * * *', deleteOverdueJob);
