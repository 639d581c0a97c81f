import { AppError } from '@tributary/contract/errors/app-error.ts';
import { isGitError, listCommitShas, readCommits } from '@tributary/git';
import {
  type MergeRequestAccess,
  type MergeRequestRow,
  messageOf,
  readinessOf,
} from '../../../merge-requests/index.ts';
import { audit } from '../../../platform/audit.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { mergeMergeRequest } from '../../merge.ts';
import { blockingCheck } from '../rules/blocking-check.ts';
import { removal } from '../rules/removal-reasons.ts';
import { type TrainCarRow, updateCar } from '../store/train-cars-store.ts';
import { logCar } from '../store/train-log-store.ts';
import { trainTopic } from '../train-topic.ts';
import { removeCar } from './remove-car.ts';

/** The target, or what else the commits were made for, is another now: the car is built again. */
const OUTDATED = new Set(['merge_target_moved', 'ref_changed', 'merge_settings_changed']);
/** As many as a rebase copies. */
const MAX_COMMITS = 2_000;
const TRANSIENT = new Set(['merge_in_progress', 'repository_locked', 'outcome_unknown']);

/**
 * Moves the target to exactly the commit that was built, as the user who added the car and with their rights of now. False
 * when nothing can be done at the moment: the next change or the minutely job tries again.
 */
export async function mergeCar(ctx: Context, found: MergeRequestAccess, car: TrainCarRow): Promise<boolean> {
  const { row } = found;
  const { result_sha: newTargetSha, base_sha: targetSha } = car;
  if (newTargetSha === null || targetSha === null) return false;
  const now = ctx.clock.now();
  if (!(await updateCar(ctx.db, car.id, now, { state: 'merging' }))) return true;
  if (!(await isTested(ctx, car))) return refuseUntested(ctx, row, car);
  try {
    const rebasedShas = await rebasedCommits(ctx, found, car);
    await mergeMergeRequest(ctx, {
      mergeRequestId: row.id,
      sha: car.head_sha,
      targetBranch: car.target_branch,
      exactly: {
        targetSha,
        objects: {
          newTargetSha,
          mergeCommitSha: car.merge_commit_sha,
          squashCommitSha: car.squash_commit_sha,
          rebasedShas,
        },
      },
      shouldRemoveSourceBranch: car.removes_source_branch ?? undefined,
    });
  } catch (error) {
    return settle(ctx, row, car, error);
  }
  await endMergedCar(ctx, car, 'merged');
  return true;
}

/** Its tree is the one that it was built with, and that of the commit whose pipeline passed. */
async function isTested(ctx: Context, car: TrainCarRow): Promise<boolean> {
  const repo = ctx.repositories.directory(car.project_id);
  const shas = [car.result_sha, car.tested_sha].filter((sha) => sha !== null);
  const commits = await readCommits(repo, shas).catch((error: unknown) => {
    if (isGitError(error, 'not_found')) return null;
    throw error;
  });
  if (commits === null) return false;
  return car.verdict === 'passed' && commits.every(({ treeOid }) => treeOid === car.tree_sha);
}

/** Never happens, unless somebody changed the database or the repository: administrators read of it. */
async function refuseUntested(ctx: Context, row: MergeRequestRow, car: TrainCarRow): Promise<boolean> {
  const { tested_sha: tested, result_sha: result, tree_sha: tree } = car;
  ctx.log.error(
    { mergeRequestId: row.id, carId: car.id, tested, result, tree },
    'a train would merge what was not tested',
  );
  const details = { merge_request: `!${row.iid}`, target: car.target_branch, tested, result, tree };
  await audit(ctx, 'merge_train.untested_refused', { type: 'project', id: car.project_id }, details);
  return removeCar(ctx, car, removal('not_tested'));
}

/** Copies of the source's commits that were made for the place in the train. */
async function rebasedCommits(ctx: Context, { access }: MergeRequestAccess, car: TrainCarRow): Promise<string[]> {
  if (access.project.merge_method === 'merge' || car.result_sha === null || car.base_sha === null) return [];
  const repo = ctx.repositories.directory(car.project_id);
  return listCommitShas(repo, { rev: car.result_sha, notRevs: [car.base_sha, car.head_sha], limit: MAX_COMMITS });
}

async function settle(ctx: Context, row: MergeRequestRow, car: TrainCarRow, error: unknown): Promise<boolean> {
  if (!(error instanceof AppError) || error.kind === 'unavailable' || TRANSIENT.has(error.code)) throw error;
  await updateCar(ctx.db, car.id, ctx.clock.now(), {
    state: 'stale',
    ...(OUTDATED.has(error.code) && { base_sha: null }),
  });
  if (OUTDATED.has(error.code)) return true;
  if (error.code === 'merge_branch_moved') return removeCar(ctx, car, removal('source_changed'));
  if (error.code === 'merge_target_changed') return removeCar(ctx, car, removal('target_changed'));
  if (error.code === 'merge_forbidden') return removeCar(ctx, car, removal('not_allowed'));
  if (error.code !== 'merge_not_allowed') return removeCar(ctx, car, removal('check_failed', error.message));
  const readiness = (await readinessOf(ctx, [row], 'gate')).get(row.id);
  const check = readiness && blockingCheck(readiness.checks);
  return check ? removeCar(ctx, car, removal('check_failed', messageOf(check))) : false;
}

/** It is merged: by the train, or past it. Safe to repeat. */
export async function endMergedCar(ctx: Context, car: TrainCarRow, state: 'merged' | 'skip_merged'): Promise<void> {
  await transact(ctx, async (inner) => {
    const now = inner.clock.now();
    const past = state === 'skip_merged' ? removal('merged_elsewhere') : undefined;
    const ended = { state, ended_at: now, ...(past && { reason_code: past.code, reason: past.reason }) };
    if (!(await updateCar(inner.db, car.id, now, ended))) return;
    await logCar(inner.db, car.id, now, 'merged', { sha: car.result_sha, by: past ? 'other' : 'train' });
    await publish(inner, trainTopic(car.project_id), 'merge_train.changed', { targetBranch: car.target_branch });
  });
}
