import type { Extensions } from '../../../platform/extensions.ts';
import { deleteMergeRequestRefs } from '@tributary/git';
import { defineContributions } from '../../../accounts/index.ts';
import { deleteNotesOfNoteable } from '../../../discussions/index.ts';
import { audit } from '../../../platform/audit.ts';
import { emit, publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canDelete } from '../../abilities.ts';
import { blockingRequestChanged } from '../../dependencies/blocking-request-changed.ts';
import { type MergeRequestAccess, topicOf } from '../../merge-request-access.ts';
import { NOTEABLE_TYPE } from '../../noteable.ts';
import { deleteMergeRequestRow, listMergeRequestIdsOfAuthor } from '../../store/merge-requests.ts';
import { publishAttentionSetChange } from '../../notifications/publish-attention-set-change.ts';
import { loadForChange } from '../load-for-change.ts';

/** Removes a request with all that was said about it. Its number is never used again. */
export const deleteMergeRequest = defineOperation<{ mergeRequestId: number }, MergeRequestAccess, void>({
  name: 'merge_request.delete',
  load: (ctx, input) => loadForChange(ctx, input.mergeRequestId),
  check: (ctx, found) => canDelete(ctx.actor, found),
  run: async (ctx, { row }) => {
    await publishAttentionSetChange(ctx, row.id);
    await blockingRequestChanged(ctx, row.id);
    await deleteNotesOfNoteable(ctx.db, { noteableType: NOTEABLE_TYPE, noteableId: row.id });
    await deleteMergeRequestRow(ctx.db, row.id);
    await audit(
      ctx,
      'merge_request.delete',
      { type: NOTEABLE_TYPE, id: row.id },
      { project_id: row.target_project_id, iid: row.iid, title: row.title },
    );
    await emit(ctx, 'merge_request.deleted', {
      mergeRequestId: row.id,
      projectId: row.target_project_id,
      iid: row.iid,
    });
    await publish(ctx, topicOf(row.id), 'deleted', { id: row.id });
    await deleteMergeRequestRefs(ctx.repositories.directory(row.target_project_id), row.iid);
  },
});

export const lifecycleDeleteMergeRequest: Extensions = [
  defineContributions({
    list: (ctx, userId, afterId) => listMergeRequestIdsOfAuthor(ctx.db, userId, afterId),
    remove: (ctx, mergeRequestId) => deleteMergeRequest(ctx, { mergeRequestId }),
  }),
];
