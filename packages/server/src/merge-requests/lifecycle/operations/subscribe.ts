import type { ItemLevel } from '@tributary/contract/notifications/enums.ts';
import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canSubscribe } from '../../abilities.ts';
import { isSubscribed } from '../../reads/merge-request-detail.ts';
import type { MergeRequestAccess } from '../../merge-request-access.ts';
import { putChosenLevel } from '../../store/assignees-and-reviewers.ts';
import { loadLocked } from '../load-for-change.ts';

/** Says whether the user wants to hear of this request, whatever follows from taking part. False: it is so already. */
export const setSubscribed = defineOperation<
  { mergeRequestId: number; isSubscribed: boolean },
  MergeRequestAccess,
  boolean
>({
  name: 'merge_request.subscribe',
  load: (ctx, input) => loadLocked(ctx, input.mergeRequestId),
  check: (ctx, found) => canSubscribe(ctx.actor, found),
  run: async (ctx, found, input) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined || (await isSubscribed(ctx, found)) === input.isSubscribed) return false;
    await putChosenLevel(ctx.db, found.row.id, userId, input.isSubscribed ? 'watch' : 'mention');
    return true;
  },
});

/** The same with all levels there are, and the way back to the one of the project. */
export const chooseRequestLevel = defineOperation<
  { mergeRequestId: number; level: ItemLevel },
  MergeRequestAccess,
  void
>({
  name: 'merge_request.choose_level',
  load: (ctx, input) => loadLocked(ctx, input.mergeRequestId),
  check: (ctx, found) => canSubscribe(ctx.actor, found),
  run: async (ctx, found, { level }) => {
    const userId = actorId(ctx.actor);
    if (userId !== undefined) await putChosenLevel(ctx.db, found.row.id, userId, level);
  },
});
