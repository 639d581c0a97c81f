import type { Extensions } from '../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Noteable } from '../discussions/index.ts';
import { actorId } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { publish } from '../platform/events.ts';
import { defineTopic } from '../platform/realtime/topics.ts';
import { findMergeRequestAccess, type MergeRequestAccess, RESOURCE, noteableOf } from '../merge-requests/index.ts';
import type { DraftsKey } from './store/drafts.ts';

/** A request as the one who reviews it meets it. */
export type Reviewing = { found: MergeRequestAccess; noteable: Noteable; key: DraftsKey };

/** Rights are read again each time: what was written before losing them is not published after. */
export async function loadReviewing(ctx: Context, mergeRequestId: number): Promise<Reviewing> {
  const found = await findMergeRequestAccess(ctx, mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  return { found, noteable: noteableOf(found), key: { mergeRequestId, authorId: userOf(ctx) } };
}

/** Drafts and approvals belong to users. */
export function userOf(ctx: Context): number {
  const id = actorId(ctx.actor);
  if (id === undefined) throw new AppError('unauthenticated');
  return id;
}

export function reviewTopic({ mergeRequestId, authorId }: DraftsKey): string {
  return `review:${mergeRequestId}-${authorId}`;
}

/** The other windows and devices of the same user look again; `review.changed`: also for what can be undone. */
export async function draftsChanged(
  ctx: Context,
  key: DraftsKey,
  event: 'drafts.changed' | 'review.changed' = 'drafts.changed',
): Promise<void> {
  await publish(ctx, reviewTopic(key), event, { id: key.mergeRequestId });
}

export const reviewsLoadReviewing: Extensions = [
  defineTopic('review', async (ctx, id) => {
    const [, mergeRequestId, authorId] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
    if (mergeRequestId === undefined || actorId(ctx.actor) !== Number(authorId)) return false;
    return (await findMergeRequestAccess(ctx, Number(mergeRequestId))) !== undefined;
  }),
];
