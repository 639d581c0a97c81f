import type { Extensions } from '../platform/extensions.ts';
import { findActingUser } from '../accounts/index.ts';
import { addSystemNote } from '../discussions/index.ts';
import { SYSTEM } from '../platform/actor.ts';
import { onEvent, publish } from '../platform/events.ts';
import { type Context, transact } from '../platform/context.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  retargetMergeRequest,
  findMergeRequestAccess,
  topicOf,
  noteableOf,
  branchDeletedText,
  endSourceRemoval,
  findMergeRequestById,
  listOpenByTarget,
  type MergeRequestRow,
  branchTip,
} from '../merge-requests/index.ts';
import { removeSourceBranch } from './remove-source-branch.ts';

const MAX_RETARGETED = 20;

async function noteRemoval(ctx: Context, row: MergeRequestRow, authorId: number | null): Promise<void> {
  const found = await findMergeRequestAccess({ ...ctx, actor: SYSTEM }, row.id);
  if (!found || row.head_sha === null) return;
  const body = branchDeletedText(row.source_branch, row.head_sha);
  await addSystemNote(ctx, noteableOf(found), { action: 'branch_deleted', body, authorId });
}

/** True when the branch is gone, also when it was before. */
async function removeAsMerger(ctx: Context, row: MergeRequestRow, mergedById: number | null): Promise<boolean> {
  if (row.source_project_id === null) return false;
  const source = { projectId: row.source_project_id, branch: row.source_branch };
  const tip = await branchTip(ctx, source);
  if (tip !== row.head_sha) return tip === undefined;
  const actor = mergedById === null ? undefined : await findActingUser(ctx, mergedById);
  return actor !== undefined && (await removeSourceBranch({ ...ctx, actor }, row));
}

async function retargetDependents(ctx: Context, row: MergeRequestRow): Promise<void> {
  const page = { afterId: 0, limit: MAX_RETARGETED };
  for (const other of await listOpenByTarget(ctx.db, row.target_project_id, row.source_branch, page)) {
    try {
      await retargetMergeRequest(ctx, { mergeRequestId: other.id, targetBranch: row.target_branch });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      // It has nothing of its own left, or another one is open for the new pair: it stays, and says so.
      ctx.log.info({ mergeRequestId: other.id, code: error.code }, 'a dependent merge request keeps its target');
    }
  }
}

export const mergingAfterMerge: Extensions = [
  /**
   * The rest of what the merge asked for, after its answer: the branch is removed as the one who merged, with their rights of
   * now, and pages hear what became of it. Then requests into the removed branch follow to where it went.
   */
  onEvent('merge_request.merged', 'after-merge', async (ctx, { data }) => {
    const row = await findMergeRequestById(ctx.db, data.mergeRequestId);
    if (row?.state !== 'merged' || !data.removesSourceBranch) return;
    const isRemoved = await removeAsMerger(ctx, row, data.mergedById);
    await transact(ctx, async (inner) => {
      if (!(await endSourceRemoval(inner.db, row.id))) return;
      if (isRemoved) await noteRemoval(inner, row, data.mergedById);
      await publish(inner, topicOf(row.id), 'changed', { id: row.id, changed: ['source_branch'] });
    });
    if (isRemoved && row.source_project_id === row.target_project_id) await retargetDependents(ctx, row);
  }),
];
