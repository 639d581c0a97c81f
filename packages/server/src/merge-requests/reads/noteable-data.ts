import { noteableData } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { canUpdate } from '../abilities.ts';
import type { MergeRequestAccess } from '../merge-request-access.ts';
import { noteableOf } from '../noteable.ts';

/** The request as a page with discussions knows it, with how it is to be merged. */
export function mergeRequestNoteableData(ctx: Context, found: MergeRequestAccess) {
  const { row } = found;
  const own = {
    state: row.state,
    isLocked: row.is_discussion_locked,
    canUpdate: canUpdate(ctx.actor, found) === null,
  };
  return {
    ...noteableData(ctx, noteableOf(found), own),
    merge_params: { force_remove_source_branch: row.force_remove_source_branch },
  };
}
