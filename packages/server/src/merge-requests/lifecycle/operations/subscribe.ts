import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canSubscribe } from '../../abilities.ts';
import type { MergeRequestAccess } from '../../merge-request-access.ts';
import { setSubscription } from '../../store/people.ts';
import { loadLocked } from '../load-for-change.ts';

/** Says whether the person wants to hear of this request, whatever follows from taking part. */
export const setSubscribed = defineOperation<
  { mergeRequestId: number; isSubscribed: boolean },
  MergeRequestAccess,
  void
>({
  name: 'merge_request.subscribe',
  load: (ctx, input) => loadLocked(ctx, input.mergeRequestId),
  check: (ctx, found) => canSubscribe(ctx.actor, found),
  run: async (ctx, { row }, input) => {
    const userId = actorId(ctx.actor);
    if (userId !== undefined) await setSubscription(ctx.db, row.id, userId, input.isSubscribed);
  },
});
