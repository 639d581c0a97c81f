import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { defineCommonActions, refuseCommand } from '../../planning/index.ts';
import { canClose, canLock, canReopen, canSetMetadata, canSubscribe, canUpdate } from '../abilities.ts';
import { findMergeRequestAccess, getMergeRequest } from '../merge-request-access.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';
import { isSubscribed } from '../reads/merge-request-detail.ts';
import { findMergeRequestById } from '../store/merge-requests.ts';
import { listAssignees, listLabelIds } from '../store/assignees-and-reviewers.ts';
import { closeMergeRequest, reopenMergeRequest } from './operations/change-state.ts';
import { retargetMergeRequest } from './operations/retarget.ts';
import { defineRequestAction, mayUpdateOpen } from './request-action.ts';
import { usersWhoCanRead } from './users-who-can-read.ts';
import { setSubscribed } from './operations/subscribe.ts';
import { trackTime } from './operations/track-time.ts';
import { updateMergeRequest } from './operations/update-merge-request.ts';

const labelIdsOf = async (ctx: Context, id: number) => (await listLabelIds(ctx.db, [id])).map((each) => each.labelId);

export const lifecycleQuickActions: Extensions = [
  defineCommonActions({
    type: NOTEABLE_TYPE,
    noun: 'merge request',
    can: async (ctx, noteable) => {
      const found = await findMergeRequestAccess(ctx, noteable.id);
      const may = (check: typeof canUpdate) => found !== undefined && check(ctx.actor, found) === null;
      return {
        update: may(canUpdate),
        admin: found !== undefined && canSetMetadata(ctx.actor, found.access) === null,
        lock: may(canLock),
        close: may(canClose),
        reopen: may(canReopen),
        subscribe: may(canSubscribe),
      };
    },
    canOnNew: (ctx, access) => canSetMetadata(ctx.actor, access) === null,
    isLocked: async (ctx, id) => (await findMergeRequestById(ctx.db, id))?.is_discussion_locked ?? false,
    isSubscribed: async (ctx, id) => {
      const found = await findMergeRequestAccess(ctx, id);
      return found !== undefined && isSubscribed(ctx, found);
    },
    assigneeIds: async (ctx, id) => (await listAssignees(ctx.db, [id])).map((each) => each.userId),
    whoCanSee: usersWhoCanRead,
    labelIds: labelIdsOf,
    milestoneId: async (ctx, id) => (await findMergeRequestById(ctx.db, id))?.milestone_id ?? null,
    update: (ctx, { id }, wish) => updateMergeRequest(ctx, { mergeRequestId: id, ...wish }),
    changeState: (ctx, mergeRequestId, event) =>
      (event === 'close' ? closeMergeRequest : reopenMergeRequest)(ctx, { mergeRequestId }),
    track: (ctx, mergeRequestId, change) => trackTime(ctx, { mergeRequestId, change }),
    subscribe: (ctx, mergeRequestId, isSubscribed) => setSubscribed(ctx, { mergeRequestId, isSubscribed }),
    kind: 'merge_request',
    findMetadata: async (ctx, access, iid) => {
      const { row } = await getMergeRequest(ctx, access, iid);
      return { labelIds: await labelIdsOf(ctx, row.id), milestoneId: row.milestone_id };
    },
  }),
  () => {
    for (const isDraft of [true, false]) {
      const word = isDraft ? 'draft' : 'ready';
      defineRequestAction(word, (ctx, found) => mayUpdateOpen(ctx, found) && found.row.is_draft !== isDraft, {
        description: `Set the ${isDraft ? 'Draft' : 'Ready'} status`,
        // As it was called before.
        ...(isDraft && { aliases: ['wip'], isForNew: true }),
        explain: () => `Marks this merge request as ${word}.`,
        run: async (ctx, { id }) => {
          await updateMergeRequest(ctx, { mergeRequestId: id, isDraft });
          return `Marked this merge request as ${word}.`;
        },
      })();
    }
  },
  defineRequestAction('target_branch', mayUpdateOpen, {
    description: 'Set target branch',
    params: '<Local branch name>',
    explain: (args) => `Sets target branch to ${args}.`,
    run: async (ctx, { id }, args) => {
      const targetBranch = args.trim() || refuseCommand('no branch was specified');
      await retargetMergeRequest(ctx, { mergeRequestId: id, targetBranch });
      return `Set target branch to ${targetBranch}.`;
    },
  }),
];
