import type { RestIssue } from '@tributary/contract/planning/issue-rest.ts';
import type { Context } from '../../../platform/context.ts';
import { getIssueAccess } from '../issue-access.ts';
import { isFollowing } from '../reads/issue-participants.ts';
import { buildIssueView } from '../reads/issue-views.ts';
import { toRestIssue } from '../render/to-rest-issue.ts';

/** The full form of an issue as it is now. */
export async function answerIssue(ctx: Context, id: number): Promise<RestIssue & { subscribed: boolean }> {
  const found = await getIssueAccess(ctx, id);
  const view = await buildIssueView(ctx, found.row, found.access);
  return { ...toRestIssue(view, { instanceUrl: ctx.config.url }), subscribed: await isFollowing(ctx, found) };
}
