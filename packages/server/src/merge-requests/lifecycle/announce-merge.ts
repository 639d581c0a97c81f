import { addSystemNote } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { recordResourceEvents } from '../../planning/index.ts';
import { accessOf, findProjectAccess } from '../merge-request-access.ts';
import { noteableOf } from '../noteable.ts';
import { recordMergeRequestActivity } from '../notifications/activity.ts';
import { publishMergeRequestChange } from '../notifications/publish-merge-request-change.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

type AnnouncedMerge = { byPush: boolean; removesSourceBranch: boolean; mergedById: number | null };

/** Note, events and activity of a merge, in the transaction that marks it. */
export async function announceMerge(
  ctx: Context,
  before: MergeRequestRow,
  row: MergeRequestRow,
  facts: AnnouncedMerge,
): Promise<void> {
  const access = await findProjectAccess(ctx, row.target_project_id);
  if (access) {
    const noteable = noteableOf(await accessOf(ctx, access, row));
    await recordResourceEvents(ctx, noteable, [{ kind: 'state', action: 'merged' }]);
    await addSystemNote(ctx, noteable, { action: 'merged', body: 'merged', authorId: facts.mergedById });
    await recordMergeRequestActivity(ctx, access.project, row, { action: 'accepted', authorId: facts.mergedById });
  }
  await emit(ctx, 'merge_request.merged', {
    mergeRequestId: row.id,
    projectId: row.target_project_id,
    mergedCommitSha: row.merged_commit_sha ?? '',
    ...facts,
  });
  await emit(ctx, 'merge_request.state_changed', {
    mergeRequestId: row.id,
    projectId: row.target_project_id,
    from: before.state,
    to: 'merged',
    actorId: facts.mergedById,
  });
  await publishMergeRequestChange(ctx, row.id, ['state']);
}
