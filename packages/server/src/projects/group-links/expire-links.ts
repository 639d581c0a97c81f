import type { Extensions } from '../../platform/extensions.ts';
import { transact } from '../../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { todayOf } from '../access/project-access.ts';
import { recordLinkChange } from './link-changes.ts';
import { deleteExpiredGroupLinks } from './link-store.ts';

/** Tidies invitations away whose day has come. Rights do not wait for this: they ended with the first moment of it. */
export const expireGroupLinksJob = defineJob<Record<string, never>>({
  name: 'expire-group-links',
  run: (ctx) =>
    transact(ctx, async (inner) => {
      for (const row of await deleteExpiredGroupLinks(inner.db, todayOf(inner))) {
        const kind = row.project_id === null ? 'group' : 'project';
        const place = { kind, id: row.project_id ?? row.namespace_id ?? 0 } as const;
        await recordLinkChange(inner, place, row.group_id, { from: row.access_level, to: 0, reason: 'expired' });
      }
    }),
});

export const groupLinksExpireLinks: Extensions = [
  registerJob(expireGroupLinksJob),
  scheduleJob('4 * * * *', expireGroupLinksJob),
];
