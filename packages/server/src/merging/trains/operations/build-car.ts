import { AppError } from '@tributary/contract/errors/app-error.ts';
import { keepMergeRequestHead, readCommit } from '@tributary/git';
import type { MergeRequestAccess } from '../../../merge-requests/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { makeObjects } from '../../merge.ts';
import type { MergeObjects } from '../../merge-objects.ts';
import { removal } from '../rules/removal-reasons.ts';
import { keepsTest } from '../rules/train-plan.ts';
import { type TrainCarRow, updateCar } from '../store/train-cars-store.ts';
import { logCar } from '../store/train-log-store.ts';
import { cancelUnlessShared, removeCar } from './remove-car.ts';

const CONFLICTS = new Set(['merge_conflicts', 'merge_request_unrelated', 'merge_nothing_left']);
export const UNTESTED = {
  verdict: 'untested',
  pipeline_id: null,
  tested_sha: null,
  tested_since: null,
  runs: 0,
  awaited_statuses: [] as string[],
  failure: null,
} as const;

/**
 * Makes the commits of merging a car into `base`, which is the target or the result of a car ahead, and points the train ref
 * at them. A tree that this car has a test of keeps it.
 */
export async function buildCar(
  ctx: Context,
  found: MergeRequestAccess,
  car: TrainCarRow,
  { base, ahead }: { base: string; ahead: readonly string[] },
): Promise<void> {
  const choices = {
    commitMessage: car.commit_message ?? undefined,
    squash: car.squash ?? undefined,
    squashMessage: car.squash_message ?? undefined,
  };
  try {
    const objects = await makeObjects(ctx, found, choices, { targetSha: base, headSha: car.head_sha, rebases: true });
    await keepBuilt(ctx, found, car, { base, ahead, objects });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    if (!CONFLICTS.has(error.code)) return void (await removeCar(ctx, car, removal('check_failed', error.message)));
    const failure = error.code === 'merge_nothing_left' ? removal('nothing_left').reason : null;
    await noteConflict(ctx, car, { base, ahead, failure });
  }
}

type Base = { base: string; ahead: readonly string[] };

async function keepBuilt(
  ctx: Context,
  { row }: MergeRequestAccess,
  car: TrainCarRow,
  { base, ahead, objects }: Base & { objects: MergeObjects },
): Promise<void> {
  const repo = ctx.repositories.directory(row.target_project_id);
  const result = objects.newTargetSha;
  const { treeOid: tree } = await readCommit(repo, result);
  await keepMergeRequestHead(repo, row.iid, result, [result, base], 'train');
  await transact(ctx, async (inner) => {
    const now = inner.clock.now();
    const isSame = keepsTest({ ...car, tree: car.tree_sha }, tree);
    if (!isSame) await cancelUnlessShared(inner, car);
    const updated = await updateCar(inner.db, car.id, now, {
      state: 'fresh',
      base_sha: base,
      result_sha: result,
      merge_commit_sha: objects.mergeCommitSha,
      squash_commit_sha: objects.squashCommitSha,
      tree_sha: tree,
      is_conflicting: false,
      ...(!isSame && UNTESTED),
    });
    if (!updated) return;
    await logCar(inner.db, car.id, now, 'built', { base, result, ahead: [...ahead] });
    if (isSame) await logCar(inner.db, car.id, now, 'reused', { pipeline: updated.pipeline_id });
  });
}

async function noteConflict(
  ctx: Context,
  car: TrainCarRow,
  { base, ahead, failure }: Base & { failure: string | null },
): Promise<void> {
  await transact(ctx, async (inner) => {
    const now = inner.clock.now();
    await cancelUnlessShared(inner, car);
    const none = { result_sha: null, merge_commit_sha: null, squash_commit_sha: null, tree_sha: null };
    const conflicting = {
      state: 'stale',
      base_sha: base,
      is_conflicting: true,
      ...none,
      ...UNTESTED,
      failure,
    } as const;
    if (await updateCar(inner.db, car.id, now, conflicting)) {
      await logCar(inner.db, car.id, now, 'conflicting', { base, ahead: [...ahead], reason: failure });
    }
  });
}
