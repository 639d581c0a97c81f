import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { publishOn } from '../../platform/events.ts';
import { addJob, defineJob, registerJob } from '../../platform/jobs.ts';
import { listProjectsBelow } from './gate-store.ts';

const BATCH = 500;

type Change = 'protection_changed' | 'approval_rules_changed';

const publishJob = defineJob<{ groupId: number; event: Change }>({
  name: 'publish-to-group-projects',
  run: async (ctx, { groupId, event }) => {
    for (let afterId = 0; ;) {
      const ids = await listProjectsBelow(ctx.db, groupId, { afterId, limit: BATCH });
      await publishOn(
        ctx,
        ids.map((id) => `project:${id}`),
        event,
        { groupId },
      );
      const last = ids.at(-1);
      if (last === undefined || ids.length < BATCH) return;
      afterId = last;
    }
  },
});

/**
 * Notifies the open pages of all projects below a group that a rule of the group changed. In the transaction of the change
 * it is one job, however many projects there are.
 */
export function publishToGroupProjects(ctx: Context, groupId: number, event: Change): Promise<void> {
  return addJob(ctx, publishJob, { groupId, event }, { key: `publish:${event}:${groupId}` });
}

export const mergeGatesPublishToProjects: Extensions = [registerJob(publishJob)];
