import type { ReviewOutcome } from '@tributary/contract/merge-requests/reviews.ts';
import { addSystemNote, type EventBatch } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { emit, publish } from '../../platform/events.ts';
import { type ApprovalEnd, approvalRequirements, endApprovalOf, putApproval } from '../../approvals/index.ts';
import {
  findVersionById,
  publishMergeRequestChange,
  recordMergeRequestActivity,
  topicOf,
} from '../../merge-requests/index.ts';
import { findReviewerState, putReviewer } from '../store/reviews.ts';
import type { Reviewing } from '../load-reviewing.ts';

/** Ids of the system notes that tell of it; `batch` when it is part of a review. */
type Told = { systemNoteIds: number[] };

/** Writes down what a user thinks of the head, in the transaction of the act; the right was checked. */
export async function submitReviewOutcome(
  ctx: Context,
  reviewing: Reviewing,
  verdict: ReviewOutcome,
  batch?: EventBatch,
): Promise<Told> {
  const { key, noteable, found } = reviewing;
  const before = await findReviewerState(ctx.db, key);
  if (verdict === 'approved') return approveHead(ctx, reviewing, batch);
  if (verdict === 'reviewed') {
    // A comment makes nobody a reviewer.
    if (before === undefined) return { systemNoteIds: [] };
    // Nor does it take an outcome back: that stands, of what is there now.
    await putReviewer(ctx.db, key, before === 'approved' || before === 'requested_changes' ? before : 'reviewed');
    await publishReviewerChange(ctx, reviewing);
    return { systemNoteIds: [] };
  }
  await putReviewer(ctx.db, key, 'requested_changes');
  const { systemNoteIds } = await withdrawApproval(ctx, reviewing, 'changes_requested', batch);
  if (before !== 'requested_changes') {
    const id = await addSystemNote(ctx, noteable, { action: 'requested_changes', body: 'requested changes' });
    if (id !== null) systemNoteIds.push(id);
  }
  const ids = { ...idsOf(found), ...(batch && { batch }) };
  await emit(ctx, 'merge_request.updated', { ...ids, changed: ['reviewers'] });
  await emit(ctx, 'merge_request.changes_requested', ids);
  await publishReviewerChange(ctx, reviewing);
  return { systemNoteIds };
}

async function approveHead(ctx: Context, reviewing: Reviewing, batch: EventBatch | undefined): Promise<Told> {
  const { key, noteable, found } = reviewing;
  const headSha = found.row.head_sha;
  await putReviewer(ctx.db, key, 'approved');
  const { mergeRequestId, authorId: userId } = key;
  const { target_branch: targetBranch } = found.row;
  const { latest_version_id: versionId } = found.row;
  const version = versionId === null ? undefined : await findVersionById(ctx.db, versionId);
  const baseSha = version?.base_sha ?? null;
  const isNew = await putApproval(ctx.db, { mergeRequestId, userId, headSha, baseSha, targetBranch });
  const systemNoteIds: number[] = [];
  if (isNew) {
    const id = await addSystemNote(ctx, noteable, { action: 'approved', body: 'approved this merge request' });
    if (id !== null) systemNoteIds.push(id);
    await recordMergeRequestActivity(ctx, found.access.project, found.row, {
      action: 'approved',
      authorId: key.authorId,
    });
    await emit(ctx, 'merge_request.approved', {
      ...idsOf(found),
      headSha,
      isMet: await isMet(ctx, reviewing),
      ...(batch && { batch }),
    });
  }
  await publishReviewerChange(ctx, reviewing);
  return { systemNoteIds };
}

/** `isWithdrawn` is false when there was no approval to take back. */
export async function withdrawApproval(
  ctx: Context,
  reviewing: Reviewing,
  reason: ApprovalEnd,
  batch?: EventBatch,
): Promise<Told & { isWithdrawn: boolean }> {
  const { key, noteable, found } = reviewing;
  const { mergeRequestId, authorId: userId } = key;
  const wasMet = await isMet(ctx, reviewing);
  if (!(await endApprovalOf(ctx.db, { mergeRequestId, userId }, reason)))
    return { systemNoteIds: [], isWithdrawn: false };
  const id = await addSystemNote(ctx, noteable, { action: 'unapproved', body: 'unapproved this merge request' });
  await emit(ctx, 'merge_request.unapproved', { ...idsOf(found), wasMet, ...(batch && { batch }) });
  return { systemNoteIds: id === null ? [] : [id], isWithdrawn: true };
}

/** Where no rule asks for anything, any approval is enough. */
async function isMet(ctx: Context, { found: { row } }: Reviewing): Promise<boolean> {
  return (await approvalRequirements(ctx, [row])).get(row.id)?.isMet ?? true;
}

export async function publishReviewerChange(ctx: Context, { found }: Reviewing): Promise<void> {
  const { id } = found.row;
  await publishMergeRequestChange(ctx, id);
  await publish(ctx, topicOf(id), 'merge_status.changed', { id, parts: ['merge', 'approvals'] });
}

export function idsOf({ row }: Reviewing['found']): { mergeRequestId: number; projectId: number } {
  return { mergeRequestId: row.id, projectId: row.target_project_id };
}
