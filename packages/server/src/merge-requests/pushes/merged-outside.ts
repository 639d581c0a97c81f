import type { Extensions } from '../../platform/extensions.ts';
import { branchRef, findSquashed, isGitError, type Squashed } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { listMergesAt } from '../store/arrived-commits.ts';
import { findMergeRequestById } from '../store/merge-requests.ts';
import { findPusher } from '../store/pushed-branches.ts';
import { markMerged } from './on-push.ts';

/** It came with another request of this project, alone or as one of its commits: this one has nothing left. */
async function isOfAnother(ctx: Context, projectId: number, { sha, above }: Squashed): Promise<boolean> {
  const shas = [sha, ...above];
  const merges = await listMergesAt(ctx.db, projectId, shas);
  return merges.some(({ fromSha }) => fromSha !== null && !shas.includes(fromSha));
}

async function find(
  ctx: Context,
  projectId: number,
  range: { head: string; since: string; tip: string },
): Promise<Squashed | undefined> {
  try {
    return await findSquashed(ctx.repositories.directory(projectId), range);
  } catch (error) {
    // The target moved back, and what was there is gone.
    if (isGitError(error, 'not_found')) return undefined;
    throw error;
  }
}

export const pushesMergedOutside: Extensions = [
  /** Somebody squashed the request at home and pushed that to its target: it is merged, by that push. */
  onEvent('merge_request.changes_contained', 'merged-outside', async (ctx, { data }) => {
    const row = await findMergeRequestById(ctx.db, data.mergeRequestId);
    if (row?.state !== 'opened' || row.head_sha === null || row.merging_intent_id !== null) return;
    if (row.target_branch !== data.targetBranch) return;
    const range = { head: row.head_sha, since: data.sinceSha, tip: data.targetSha };
    const squashed = await find(ctx, row.target_project_id, range);
    if (!squashed || (await isOfAnother(ctx, row.target_project_id, squashed))) return;
    const ref = branchRef(row.target_branch);
    // Others may have pushed since.
    const newShas = [squashed.sha, ...squashed.above];
    const actorId = await findPusher(ctx.db, { projectId: row.target_project_id, ref, newShas });
    await markMerged(ctx, row, { newSha: squashed.sha, oldSha: squashed.from, squashSha: squashed.sha, actorId });
  }),
];
