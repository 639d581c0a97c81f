import type { LastVisit } from '@tributary/contract/merge-requests/viewed-files.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { type MergeRequestRow, versionsOf } from '../../../merge-requests/index.ts';
import { findVisit } from '../store.ts';

/** The version this reader saw before the newest one; null for who has never looked or has nothing older to compare. */
export async function getLastVisit(ctx: Context, row: MergeRequestRow): Promise<LastVisit | null> {
  const userId = actorId(ctx.actor);
  const look = userId === undefined ? undefined : await findVisit(ctx.db, { mergeRequestId: row.id, userId });
  if (!look) return null;
  const hasNews = look.version_id !== row.latest_version_id;
  const earlierId = hasNews ? look.version_id : look.previous_version_id;
  const version = earlierId === null ? undefined : (await versionsOf(ctx, row)).find(({ id }) => id === earlierId);
  if (!version || version.head_sha === row.head_sha) return null;
  return {
    versionNumber: version.number,
    headSha: version.head_sha,
    lookedAt: (hasNews ? look.looked_at : (look.previous_looked_at ?? look.looked_at)).toISOString(),
    hasNews,
  };
}
