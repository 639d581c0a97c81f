import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { accessesOf, featureOf, type ProjectAccess } from '../../access/project-access.ts';
import { type ActivityQuery, listUserEvents, projectRowsByIds, type UserEventRow } from '../activity-store.ts';

export type ActivityView = { event: UserEventRow; author: UserView; project: ProjectAccess['project'] | null };

const BATCH = 100;
const MAX_BATCHES = 5;

function maySee(ctx: Context, event: UserEventRow, access: ProjectAccess | undefined): boolean {
  if (event.project_id === null) return true;
  if (!access) return false;
  const subject = event.feature === null ? access.policy : featureOf(access, event.feature);
  return isAllowed(ctx.actor, event.ability, subject);
}

/**
 * The newest entries that the actor may see now, whatever was true when they were written. Reads on past what is hidden,
 * up to a bound, so a feed of things that are mostly hidden may be shorter than asked for.
 */
export async function listActivity(
  ctx: Context,
  query: Omit<ActivityQuery, 'limit' | 'offset'>,
  page: { skip?: number; limit: number },
): Promise<ActivityView[]> {
  const wanted = (page.skip ?? 0) + page.limit;
  const seen: { event: UserEventRow; access: ProjectAccess | undefined }[] = [];
  for (let batch = 0; batch < MAX_BATCHES && seen.length < wanted; batch++) {
    const events = await listUserEvents(ctx.db, { ...query, offset: batch * BATCH, limit: BATCH });
    const rows = await projectRowsByIds(ctx.db, [...new Set(events.flatMap((event) => event.project_id ?? []))]);
    const accesses = await accessesOf(ctx, rows);
    for (const event of events) {
      const access = event.project_id === null ? undefined : accesses.get(event.project_id);
      if (maySee(ctx, event, access)) seen.push({ event, access });
    }
    if (events.length < BATCH) break;
  }
  const shown = seen.slice(page.skip ?? 0, wanted);
  const authors = new Map(
    (
      await listUsersByIds(
        ctx,
        shown.map(({ event }) => event.author_id),
      )
    ).map((user) => [user.id, user]),
  );
  return shown.flatMap(({ event, access }) => {
    const author = authors.get(event.author_id);
    return author ? { event, author, project: access?.project ?? null } : [];
  });
}
