import { renderUserBasic } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestAccess } from '../merge-request-access.ts';
import { isSubscribed } from './merge-request-detail.ts';
import { buildMergeRequestView } from './merge-request-views.ts';
import { listParticipants } from './list-participants.ts';

/** What the sidebar asks for again and again: who takes part, and whether the reader does. */
export async function sidebarExtras(ctx: Context, found: MergeRequestAccess) {
  const view = await buildMergeRequestView(ctx, found.row, found.access);
  const participants = await listParticipants(ctx, found, view);
  const basic = (user: (typeof participants)[number]) => renderUserBasic(user, { config: ctx.config });
  return {
    participants: participants.map(basic),
    subscribed: await isSubscribed(ctx, found, view),
    assignees: view.assignees.map(basic),
    reviewers: view.reviewers.map(({ user, state }) => ({ ...basic(user), reviewer_state: state })),
  };
}
