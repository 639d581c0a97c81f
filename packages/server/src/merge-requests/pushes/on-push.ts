import type { Extensions } from '../../platform/extensions.ts';
import { branchRef, isGitError, isZeroOid, listCommitShas, nearbyCommits } from '@tributary/git';
import { type Context, transact } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { skipsPipelines } from '../../ci/index.ts';
import { openPushOptions, type PushOption, type PushReceived } from '../../repositories/index.ts';
import { announceMerge } from '../lifecycle/announce-merge.ts';
import { readinessChanged } from '../readiness/operations/readiness-changed.ts';
import { listIntentsOfTarget } from '../store/intents.ts';
import {
  listOpenBySource,
  listOpenByTarget,
  lockEvenMerging,
  type MergeRequestRow,
  updateMergeRequestRow,
} from '../store/merge-requests.ts';
import { listPushedWithRequests } from '../store/pushed-branches.ts';
import { branchTip } from '../versions/branch-ends.ts';
import { syncHead } from '../versions/sync-head.ts';
import { addSourceBranchNote } from './add-source-branch-note.ts';

const BATCH = 200;
const MAX_PUSHED_COMMITS = 10_000;

async function followPush(ctx: Context, push: PushReceived): Promise<void> {
  const { projectId, name } = push;
  const options = openPushOptions(ctx, push.sealedOptions);
  await handleRefUpdate(ctx, projectId, push, { movedById: push.actorId, options });
  if (push.action === 'updated') await noticeMerges(ctx, push);
  await readinessChanged(ctx, { projectId, targetBranch: name }, 'target_moved');
}

type Move = Pick<PushReceived, 'name' | 'action'>;

/** What becomes of the open requests of a branch that moved, appeared or went. Safe to repeat. */
export async function handleRefUpdate(
  ctx: Context,
  projectId: number,
  { name, action }: Move,
  { movedById, options }: { movedById: number | null; options: readonly PushOption[] },
): Promise<void> {
  if (action !== 'updated') {
    const rows = await listOpenBySource(ctx.db, projectId, name);
    for (const row of rows) await addSourceBranchNote(ctx, row, movedById);
    const ids = rows.map((row) => row.id);
    await readinessChanged(ctx, ids, action === 'deleted' ? 'source_deleted' : 'source_pushed');
  }
  if (action !== 'deleted') await updateSourceHeads(ctx, projectId, name, movedById, skipsPipelines(options));
}

/** Open requests of this branch get the branch's tip as their head. Safe to repeat. */
export async function updateSourceHeads(
  ctx: Context,
  projectId: number,
  branch: string,
  pushedById: number | null,
  skipsPipeline = false,
): Promise<void> {
  const rows = await listOpenBySource(ctx.db, projectId, branch);
  if (rows.length === 0) return;
  const tip = await branchTip(ctx, { projectId, branch });
  for (const row of rows) {
    if (tip !== undefined) await syncHead(ctx, row, tip, { pushedById, skipsPipeline });
  }
}

/** Someone pushed commits into the target that hold a request's head: it is merged, by that push. */
async function noticeMerges(ctx: Context, push: PushReceived): Promise<void> {
  const { projectId, name: branch, oldSha, newSha } = push;
  const [first] = await listOpenByTarget(ctx.db, projectId, branch, { afterId: 0, limit: 1 });
  if (!first || isZeroOid(oldSha) || isZeroOid(newSha)) return;
  const arrived = await arrivedCommits(ctx, push);
  // A merge that is under way is finished by whoever makes it.
  const underWay = await listIntentsOfTarget(ctx.db, projectId, branchRef(branch));
  const skipped = new Set(underWay.map((intent) => intent.merge_request_id));
  for (let afterId = 0; ;) {
    const rows = await listOpenByTarget(ctx.db, projectId, branch, { afterId, limit: BATCH });
    const last = rows.at(-1);
    if (!last) return;
    for (const row of rows) {
      if (row.head_sha !== null && arrived.has(row.head_sha) && !skipped.has(row.id)) await markMerged(ctx, row, push);
    }
    afterId = last.id;
  }
}

async function arrivedCommits(ctx: Context, { projectId, oldSha, newSha }: PushReceived): Promise<Set<string>> {
  try {
    const repo = ctx.repositories.directory(projectId);
    const nearby = await nearbyCommits(repo, oldSha, newSha);
    if (nearby) return new Set(nearby.ahead.map(({ sha }) => sha));
    return new Set(await listCommitShas(repo, { rev: newSha, notRevs: [oldSha], limit: MAX_PUSHED_COMMITS }));
  } catch (error) {
    if (isGitError(error, 'not_found')) return new Set();
    throw error;
  }
}

/** What a branch got from somewhere else than this product's own merge. */
type ForeignMerge = { newSha: string; oldSha: string | null; squashSha?: string | null; actorId: number | null };

/** The request is merged by what came into its target branch. Safe to repeat. */
export async function markMerged(ctx: Context, row: MergeRequestRow, push: ForeignMerge): Promise<void> {
  await transact(ctx, async (inner) => {
    const locked = await lockEvenMerging(inner.db, row.id);
    if (locked?.state !== 'opened' || locked.head_sha !== row.head_sha || locked.commits_count === 0) return;
    if (locked.target_branch !== row.target_branch) return;
    const merged = await updateMergeRequestRow(inner.db, row.id, {
      state: 'merged',
      merged_at: ctx.clock.now(),
      merged_by_id: push.actorId,
      merged_by_push: true,
      merge_status: 'can_be_merged',
      conflicts: null,
      merge_error: null,
      merged_commit_sha: push.newSha,
      merged_target_from_sha: push.oldSha,
      ...(push.squashSha && { squash_commit_sha: push.squashSha, squash: true }),
    });
    await announceMerge(inner, locked, merged, {
      byPush: true,
      removesSourceBranch: false,
      mergedById: push.actorId,
    });
  });
}

export const pushesOnPush: Extensions = [
  /** What a moved branch means for open requests: new versions of those it is the source of, new answers for its targets. */
  onEvent('push.received', 'merge-requests', async (ctx, { data }) => {
    if (data.refKind !== 'branch') return;
    const pushes =
      data.bulkCount === undefined
        ? [data]
        : (await listPushedWithRequests(ctx.db, data.pushEventId)).map((each) => ({ ...data, ...each }));
    for (const push of pushes) await followPush(ctx, push);
  }),
];
