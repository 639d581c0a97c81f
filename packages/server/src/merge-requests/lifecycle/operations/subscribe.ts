import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canSubscribe } from '../../abilities.ts';
import { isSubscribed } from '../../reads/merge-request-detail.ts';
import type { MergeRequestAccess } from '../../merge-request-access.ts';
import { setSubscription } from '../../store/people.ts';
import { loadLocked } from '../load-for-change.ts';

/** Says whether the person wants to hear of this request, whatever follows from taking part. False: it is so already. */
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
    await setSubscription(ctx.db, found.row.id, userId, input.isSubscribed);
    return true;
  },
});
