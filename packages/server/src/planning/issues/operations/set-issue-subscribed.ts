import type { ItemLevel } from '@tributary/contract/notifications/enums.ts';
import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canSubscribeToIssue } from '../abilities.ts';
import type { IssueAccess } from '../issue-access.ts';
import { isFollowing } from '../reads/issue-participants.ts';
import { putIssueLevel } from '../store/participants.ts';
import { loadIssue } from './load-issue.ts';

/** Says whether the user wants to hear of this issue, whatever follows from taking part. False: it is so already. */
export const setIssueSubscribed = defineOperation<{ issueId: number; isSubscribed: boolean }, IssueAccess, boolean>({
  name: 'issue.subscribe',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found) => canSubscribeToIssue(ctx.actor, found),
  run: async (ctx, found, input) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined || (await isFollowing(ctx, found)) === input.isSubscribed) return false;
    await putIssueLevel(ctx.db, found.row.id, userId, input.isSubscribed ? 'watch' : 'mention');
    return true;
  },
});

/** The same with all levels there are, and the way back to the one of the project. */
export const chooseIssueLevel = defineOperation<{ issueId: number; level: ItemLevel }, IssueAccess, void>({
  name: 'issue.choose_level',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found) => canSubscribeToIssue(ctx.actor, found),
  run: async (ctx, found, { level }) => {
    const userId = actorId(ctx.actor);
    if (userId !== undefined) await putIssueLevel(ctx.db, found.row.id, userId, level);
  },
});
