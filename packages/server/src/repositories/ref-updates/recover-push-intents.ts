import { isAncestor, isGitError, isZeroOid, readRefs, removeStaleLocks, repositoryExists } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { withRepositoryLock } from '../../platform/db/repository-lock.ts';
import { getProjectAccess, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { deleteIntents, type IntentRow, isContinued, isOvertaken, listIntents } from '../store/push-store.ts';
import { afterRefsMoved } from './after-refs-moved.ts';

export type RecoveryReport = { finished: number; abandoned: number; waiting: number };

const BATCH = 500;
/** A push that has moved nothing for this long never will. */
const ABANDON_AFTER_SECONDS = 120;
/** An ordinary push is recorded within moments; younger ones are left to whoever makes them. */
const FINISH_AFTER_SECONDS = 5;
/** git writes the refs of a push one by one: of many it is at it for longer, and what it has not come to would be forgotten. */
const SECONDS_PER_REF = 0.02;
const STALE_LOCK_MS = 10_000;

/**
 * Finishes or forgets pushes that a crash left between git and the database: where the ref holds what was intended, the
 * events are recorded (exactly once, also if the pusher is still at it); where it does not, the intent is removed. `atStart`
 * finishes at once: whoever made the intents may be gone.
 */
export async function recoverPushIntents(ctx: Context, options: { atStart?: boolean } = {}): Promise<RecoveryReport> {
  const report: RecoveryReport = { finished: 0, abandoned: 0, waiting: 0 };
  const intents = await listIntents(ctx.db, BATCH);
  const byProject = Map.groupBy(intents, (intent) => intent.projectId);
  const sizes = Map.groupBy(intents, (intent) => intent.pushKey);
  const minimumAge = ({ pushKey }: IntentRow) =>
    options.atStart === true ? 0 : FINISH_AFTER_SECONDS + (sizes.get(pushKey)?.length ?? 0) * SECONDS_PER_REF;
  for (const [projectId, rows] of byProject) {
    const old = rows.filter((row) => row.ageSeconds >= minimumAge(row));
    report.waiting += rows.length - old.length;
    if (old.length > 0) await recoverProject(ctx, projectId, old, report);
  }
  return report;
}

async function recoverProject(
  ctx: Context,
  projectId: number,
  rows: IntentRow[],
  report: RecoveryReport,
): Promise<void> {
  const access = await getProjectAccess(ctx, projectId);
  const repo = repositoryOf(ctx, access);
  if (!(await repositoryExists(repo))) return;
  if (!ctx.db.isTransaction) {
    await withRepositoryLock(ctx.db, projectId, async () => {
      const removed = await removeStaleLocks(repo, STALE_LOCK_MS);
      if (removed.length > 0) ctx.log.warn({ projectId, removed }, 'removed locks that a killed git left behind');
    });
  }
  for (const [pushKey, own] of Map.groupBy(rows, (row) => row.pushKey)) {
    await recoverPush(ctx, access, repo, pushKey, own, report);
  }
}

async function recoverPush(
  ctx: Context,
  access: ProjectAccess,
  repo: string,
  pushKey: string,
  rows: IntentRow[],
  report: RecoveryReport,
): Promise<void> {
  const applied: IntentRow[] = [];
  const missed: IntentRow[] = [];
  const tips = await readRefs(
    repo,
    rows.map((row) => row.ref),
  );
  for (const row of rows) ((await hasHappened(ctx, repo, row, tips.get(row.ref))) ? applied : missed).push(row);
  if (applied.length > 0) {
    const movedById = applied[0]?.actorId ?? null;
    // Those who pushed are gone: what their options print and make now is for the event to do.
    const sealed = applied[0]?.sealedOptions ?? undefined;
    await afterRefsMoved(ctx, access, applied, { pushKey, movedById, sealedOptions: sealed });
    report.finished += applied.length;
    report.abandoned += missed.length;
    return;
  }
  const expired = missed.filter((row) => row.ageSeconds >= ABANDON_AFTER_SECONDS).map((row) => row.ref);
  await deleteIntents(ctx.db, pushKey, expired);
  report.abandoned += expired.length;
  report.waiting += missed.length - expired.length;
}

/** Is or was the ref where the intent wanted it? */
async function hasHappened(
  ctx: Context,
  repo: string,
  intent: IntentRow,
  current: string | undefined,
): Promise<boolean> {
  if (isZeroOid(intent.newSha)) return current === undefined;
  if (current === intent.newSha) return true;
  if (current === intent.oldSha || (current === undefined && isZeroOid(intent.oldSha))) return false;
  if (await isContinued(ctx.db, intent.projectId, intent.ref, intent.newSha)) return true;
  if (current === undefined || (await isOvertaken(ctx.db, intent))) return false;
  try {
    return await isAncestor(repo, intent.newSha, current);
  } catch (error) {
    // The commit never left quarantine, or is no commit at all.
    if (isGitError(error)) return false;
    throw error;
  }
}
