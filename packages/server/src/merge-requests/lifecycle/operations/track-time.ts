import { defineOperation } from '../../../platform/operation.ts';
import { applyTimeChange, type TimeChange } from '../../../planning/index.ts';
import { canSetMetadata } from '../../abilities.ts';
import type { MergeRequestAccess } from '../../merge-request-access.ts';
import { noteableOf } from '../../noteable.ts';
import { updateMergeRequestRow } from '../../store/merge-requests.ts';
import { loadLocked } from '../load-for-change.ts';
import { announceUpdate } from '../announce-update.ts';

/** Estimates the work on a request, adds time that it took, or takes either away. */
export const trackTime = defineOperation<{ mergeRequestId: number; change: TimeChange }, MergeRequestAccess, void>({
  name: 'merge_request.track_time',
  load: (ctx, input) => loadLocked(ctx, input.mergeRequestId),
  check: (ctx, found) => canSetMetadata(ctx.actor, found.access),
  run: async (ctx, found, { change }) => {
    await applyTimeChange(ctx, noteableOf(found), change);
    await announceUpdate(ctx, await updateMergeRequestRow(ctx.db, found.row.id, {}), ['time']);
  },
});
