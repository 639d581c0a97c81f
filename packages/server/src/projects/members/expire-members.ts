import type { Extensions } from '../../platform/extensions.ts';
import { transact } from '../../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { dayOf } from '../../platform/clock.ts';
import { recordMemberChange } from './member-changes.ts';
import { deleteExpiredMembers } from './member-store.ts';

/**
 * Tidies roles away whose day has come, and tells open streams. Rights do not wait for this: an expired role counts
 * for nothing from the first moment of that day.
 */
export const expireMembersJob = defineJob<Record<string, never>>({
  name: 'expire-members',
  run: (ctx) =>
    transact(ctx, async (inner) => {
      for (const row of await deleteExpiredMembers(inner.db, dayOf(inner.clock.now()))) {
        const place = {
          kind: row.project_id === null ? 'group' : 'project',
          id: row.project_id ?? row.namespace_id ?? 0,
        } as const;
        await recordMemberChange(inner, place, row.user_id, { from: row.access_level, to: 0, reason: 'expired' });
      }
    }),
});

export const membersExpireMembers: Extensions = [
  registerJob(expireMembersJob),
  scheduleJob('2 * * * *', expireMembersJob),
];
