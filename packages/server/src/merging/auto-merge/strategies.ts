import { projectCacheVersion } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import type { AutoMergeStrategy } from '@tributary/contract/merge-requests/auto-merge.ts';
import type { CiStatus } from '@tributary/contract/ci/status.ts';
import { isActive } from '@tributary/contract/ci/status.ts';
import { type AutoMergeRow, type MergeRequestRow, type Readiness, readinessOf } from '../../merge-requests/index.ts';
import type { Context } from '../../platform/context.ts';
import { hasTrains, projectRowsByIds } from '../../projects/index.ts';
import { headPipelineStatus } from '../head-pipeline-status.ts';

/** Checks that nobody clears by waiting: the branch has to change. */
const NEEDS_CHANGES = new Set(['not_open', 'commits_status', 'need_rebase', 'conflict']);
const WAITS_FOR: ReadonlySet<CiStatus> = new Set<CiStatus>(['manual', 'scheduled']);

/** Each by its newer and its older name, the preferred one first. */
const WHEN_CHECKS_PASS: readonly AutoMergeStrategy[] = ['merge_when_checks_pass', 'merge_when_pipeline_succeeds'];

const TRAIN_WHEN_CHECKS_PASS: readonly AutoMergeStrategy[] = [
  'add_to_merge_train_when_checks_pass',
  'add_to_merge_train_when_pipeline_succeeds',
];

/** The project merges by trains: nothing else is merged by itself there. */
export async function usesTrains(ctx: Context, row: MergeRequestRow): Promise<boolean> {
  const id = row.target_project_id;
  const load = async () => (await projectRowsByIds(ctx.db, [id]))[0];
  const project = await readCached(ctx, { key: `project_row:${id}`, marks: () => [projectCacheVersion(id)], load });
  return project !== undefined && hasTrains(project);
}

/** Ways to merge later: while something is missing that can come without another commit. */
export async function availableStrategies(
  ctx: Context,
  row: MergeRequestRow,
  known?: Readiness,
): Promise<AutoMergeStrategy[]> {
  if (row.state !== 'opened') return [];
  const readiness = known ?? (await readinessOf(ctx, [row], 'visible')).get(row.id);
  if (!readiness) return [];
  if (readiness.checks.some(({ id, state }) => state === 'failed' && NEEDS_CHANGES.has(id))) return [];
  const pipeline = await headPipelineStatus(ctx, row);
  const inTrain = await usesTrains(ctx, row);
  const isPending = pipeline !== null && (isActive(pipeline) || WAITS_FOR.has(pipeline));
  const isReady = readiness.isMergeable && !isPending;
  if (inTrain && isReady) return ['merge_train'];
  // Nothing is merged by itself with it: another pipeline has to run.
  if (pipeline === 'failed' || pipeline === 'canceled' || pipeline === 'canceling') return [];
  if (inTrain) return [...TRAIN_WHEN_CHECKS_PASS];
  return isReady ? [] : [...WHEN_CHECKS_PASS];
}

/** What is stored for a strategy by either of its names. */
export function storedStrategy(name: AutoMergeStrategy | undefined): AutoMergeRow['strategy'] {
  if (name === 'merge_train') return 'merge_train';
  return name?.startsWith('add_to_merge_train') ? 'add_to_merge_train_when_checks_pass' : 'merge_when_checks_pass';
}

export function isTrain(name: AutoMergeStrategy): boolean {
  return storedStrategy(name) !== 'merge_when_checks_pass';
}
