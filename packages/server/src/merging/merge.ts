import type { AutoMergeStrategy } from '@tributary/contract/merge-requests/auto-merge.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { branchRef } from '@tributary/git';
import { type Context, transact } from '../platform/context.ts';
import { publish } from '../platform/events.ts';
import { refuseInMaintenance } from '../platform/maintenance.ts';
import { failpoint } from '../platform/failpoints.ts';
import { holdGates, type ProjectAccess } from '../projects/index.ts';
import {
  branchTipsFact,
  gitMergeFact,
  given,
  projectFact,
  readinessOf,
  requestMergeCheck,
  loadForChange,
  findMergeRequestAccess,
  type MergeRequestAccess,
  RESOURCE,
  insertMergeIntent,
  type MergeIntentRow,
  takeMergeIntent,
  type MergeRequestRow,
  listVersionCommits,
  branchTip,
  requireTip,
  syncHead,
  canMergeNow,
  setMergeError,
  topicOf,
} from '../merge-requests/index.ts';
import { moveRefs, pushGateRefusal } from '../repositories/index.ts';
import { completeMerge } from './complete-merge.ts';
import { defaultMessages } from './default-messages.ts';
import { fitsSettings, makeMergeObjects, type MergeObjects } from './merge-objects.ts';
import { inMergeSlot } from './merge-slots.ts';
import { refuseSkippingTrain } from './trains/operations/skip-train.ts';
import { refuseUnlessPassed } from './refuse-unless-passed.ts';
import { finalizeIntent } from './recover-merge-intents.ts';
import { isDatabaseLost, finalizeInBackground } from './finalize-in-background.ts';

export type MergeInput = {
  mergeRequestId: number;
  /** The head that was looked at; another one is refused. Without it the head of this moment is taken. */
  sha?: string | undefined;
  /** The target that was looked at; another one is refused with `merge_target_changed`. */
  targetBranch?: string | undefined;
  commitMessage?: string | undefined;
  squash?: boolean | undefined;
  squashMessage?: string | undefined;
  shouldRemoveSourceBranch?: boolean | undefined;
  /** To merge later, by itself; who asks for a way that there is not does not get the merge of this moment instead. */
  strategy?: AutoMergeStrategy | undefined;
  /** Ahead of a merge train, which goes on; refused where the project does not allow it. */
  skipsTrain?: boolean | undefined;
  /** Refused with `auto_merge_not_ready` (405) while a check or a status of the head is pending or failed. */
  onlyWhenPassed?: boolean | undefined;
  /** Of a merge train: exactly these commits, which were tested, on exactly this target; nothing else is merged. */
  exactly?: { targetSha: string; objects: MergeObjects } | undefined;
};

/** The target may be moved by others while the merge commit is made; then it is made again. */
const ATTEMPTS = 5;

/**
 * Merges as the actor: objects, intent with all checks, compare-and-swap of the target branch, completion. Whatever happens
 * in between, either nothing happened or it is merged; what a crash leaves is settled by recovery. The source branch is
 * left to what follows a merge (`after-merge.ts`). Fails with
 * `merge_forbidden` (401), `merge_not_allowed` (405), `merge_branch_moved` (409),
 * `merge_conflicts` (422), `merge_target_moved`.
 */
export async function mergeMergeRequest(ctx: Context, input: MergeInput): Promise<MergeRequestRow> {
  failpoint('merge.lock');
  // Also what merges by itself waits for its end.
  await refuseInMaintenance(ctx);
  const found = await findMergeRequestAccess(ctx, input.mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  const slot = `${found.row.target_project_id}:${found.row.target_branch}`;
  const merged = await inMergeSlot(slot, async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptMerge(ctx, input);
      } catch (error) {
        await recordFailure(ctx, input.mergeRequestId, error);
        const isRace =
          error instanceof AppError && (error.code === 'ref_changed' || error.code === 'repository_locked');
        if (!isRace) throw error;
        if (attempt === ATTEMPTS || input.exactly)
          throw new AppError('merge_target_moved', { name: found.row.target_branch });
      }
    }
  });
  failpoint('merge.outbox');
  return merged;
}

/** Refused for what would be merged: pages and clients read the reason until the request changes. */
async function recordFailure(ctx: Context, mergeRequestId: number, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) return;
  if (error.code !== 'merge_conflicts' && !(error instanceof PushGateError)) return;
  await transact(ctx, async (inner) => {
    await setMergeError(inner.db, mergeRequestId, error.message);
    await publish(inner, topicOf(mergeRequestId), 'changed', { id: mergeRequestId, changed: ['merge_error'] });
  });
}

async function attemptMerge(ctx: Context, input: MergeInput): Promise<MergeRequestRow> {
  const found = await findMergeRequestAccess(ctx, input.mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  const { row, access } = found;
  if (!(await canMergeNow(ctx, found))) throw new AppError('merge_forbidden');
  if (row.state !== 'opened') throw new AppError('merge_not_allowed');
  if (!input.exactly) refuseSkippingTrain(ctx, found, input);
  if (input.targetBranch !== undefined && input.targetBranch !== row.target_branch) {
    throw new AppError('merge_target_changed');
  }
  const headSha = await pinHead(ctx, row, input.sha);
  const target = { projectId: row.target_project_id, branch: row.target_branch };
  const targetSha = input.exactly?.targetSha ?? (await requireTip(ctx, target, 'Target'));
  const repo = ctx.repositories.directory(row.target_project_id);
  if (input.exactly && !(await fitsSettings(repo, access.project, input.exactly)))
    throw new AppError('merge_settings_changed');
  const objects = input.exactly?.objects ?? (await makeObjects(ctx, found, input, { targetSha, headSha }));
  await assertPushable(ctx, access, { ref: branchRef(row.target_branch), oldSha: targetSha, objects });
  failpoint('merge.objects');
  let hasMoved = false;
  try {
    const intent = await writeIntent(ctx, input, {
      project: access.project,
      targetBranch: row.target_branch,
      targetSha,
      headSha,
      objects,
    });
    failpoint('merge.prepared');
    await moveTarget(ctx, access, intent);
    hasMoved = true;
    failpoint('merge.moved');
    return (await completeMerge(ctx, intent)) ?? row;
  } catch (error) {
    if (!isDatabaseLost(error)) throw error;
    finalizeInBackground(ctx, { mergeRequestId: row.id, newTargetSha: objects.newTargetSha });
    throw hasMoved ? new AppError('outcome_unknown', {}, { cause: error }) : error;
  }
}

/**
 * The one commit that is merged: the head on record, which must be the branch's tip and what the caller saw. A branch
 * that moved is recorded first, so that the next look shows it.
 */
async function pinHead(ctx: Context, row: MergeRequestRow, sha: string | undefined): Promise<string> {
  const tip =
    row.source_project_id === null
      ? undefined
      : await branchTip(ctx, { projectId: row.source_project_id, branch: row.source_branch });
  if (tip === undefined || row.head_sha === null) throw new AppError('merge_not_allowed');
  if (tip !== row.head_sha) await syncHead(ctx, row, tip);
  if (tip !== row.head_sha || (sha !== undefined && sha !== tip))
    throw new AppError('merge_branch_moved', { sha: tip });
  return tip;
}

/**
 * The commits that merging the head into this commit of the target would make, with what was chosen for the merge.
 * `rebases`: where the project's history is linear, copies of the commits are put on the target if they are not on it.
 */
export async function makeObjects(
  ctx: Context,
  found: MergeRequestAccess,
  input: Pick<MergeInput, 'commitMessage' | 'squash' | 'squashMessage'>,
  { targetSha, headSha, rebases = false }: { targetSha: string; headSha: string; rebases?: boolean },
): Promise<MergeObjects> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new AppError('merge_forbidden');
  const { row } = found;
  const { project } = found.access;
  // Also where the method of merging makes no commit of its own.
  if (`${input.commitMessage}${input.squashMessage}`.includes('\0')) throw new AppError('message_has_null');
  if (input.commitMessage?.trim() === '') throw new AppError('merge_message_blank', {}, { status: 422 });
  const squashes = decideSquash(project.squash_option, input.squash ?? row.squash);
  const needsCommits = squashes || project.merge_commit_template !== null;
  const commits =
    needsCommits && row.latest_version_id !== null ? await listVersionCommits(ctx.db, row.latest_version_id) : [];
  const usual = await defaultMessages(ctx, found, commits);
  const first = commits.at(-1);
  return makeMergeObjects({
    repo: ctx.repositories.directory(project.id),
    method: project.merge_method,
    branches: { source: row.source_branch, target: row.target_branch },
    targetSha,
    headSha,
    rebases,
    mergeMessage: input.commitMessage ?? usual.merge,
    squash: squashes
      ? {
          message: input.squashMessage?.trim() ? input.squashMessage : usual.squash,
          author: first
            ? { name: first.author_name, email: first.author_email }
            : { name: actor.name, email: actor.email },
        }
      : undefined,
    actor,
  });
}

class PushGateError extends AppError {}

/** What would refuse these commits in a push to the target branch refuses the merge too. */
async function assertPushable(
  ctx: Context,
  access: ProjectAccess,
  { ref, oldSha, objects }: { ref: string; oldSha: string; objects: MergeObjects },
): Promise<void> {
  const made = [objects.mergeCommitSha, objects.squashCommitSha, ...objects.rebasedShas].filter((sha) => sha !== null);
  const moves = [{ ref, oldSha, newSha: objects.newTargetSha }];
  const refusal = await pushGateRefusal(ctx, access, { moves, made, isMerge: true });
  if (refusal) throw new PushGateError(refusal.code, refusal.params, { status: 422 });
}

function decideSquash(option: ProjectAccess['project']['squash_option'], wanted: boolean): boolean {
  if (option === 'always') return true;
  if (option === 'never' && wanted) throw new AppError('squash_not_allowed', {}, { status: 422 });
  return wanted;
}

type Prepared = {
  project: ProjectAccess['project'];
  targetBranch: string;
  targetSha: string;
  headSha: string;
  objects: MergeObjects;
};

/** Transaction 1: the request is held, every check is asked again, and what is about to happen is written down. */
function writeIntent(
  ctx: Context,
  input: MergeInput,
  { project, targetBranch, targetSha, headSha, objects }: Prepared,
): Promise<MergeIntentRow> {
  return transact(ctx, async (inner) => {
    await holdGates(inner, project.id);
    const locked = await loadForChange(inner, input.mergeRequestId);
    const { row, access } = locked;
    if (!(await canMergeNow(inner, locked))) throw new AppError('merge_forbidden');
    if (row.head_sha !== headSha) throw new AppError('merge_branch_moved', { sha: row.head_sha ?? '' });
    if (row.target_branch !== targetBranch) throw new AppError('merge_target_changed');
    // The commits were made by settings that must still hold.
    const { merge_method: method, squash_option: squash } = access.project;
    if (method !== project.merge_method || squash !== project.squash_option)
      throw new AppError('merge_settings_changed');
    const known = new Map([
      given(projectFact, new Map([[row.id, access.project]])),
      given(branchTipsFact, new Map([[row.id, { source: headSha, target: targetSha }]])),
      // That it merges was just shown by merging it.
      given(gitMergeFact, new Map([[row.id, { status: 'can_be_merged', behind: 0 }]])),
    ]);
    const readiness = (await readinessOf(inner, [row], 'gate', known)).get(row.id);
    if (!readiness) throw new AppError('not_found', { resource: RESOURCE });
    if (input.onlyWhenPassed) await refuseUnlessPassed(inner, row, readiness);
    if (!readiness.isMergeable) throw new AppError('merge_not_allowed');
    failpoint('merge.gate');
    const intent = await insertMergeIntent(inner.db, {
      merge_request_id: row.id,
      project_id: row.target_project_id,
      target_ref: branchRef(row.target_branch),
      old_target_sha: targetSha,
      new_target_sha: objects.newTargetSha,
      head_sha: headSha,
      merge_commit_sha: objects.mergeCommitSha,
      squash_commit_sha: objects.squashCommitSha,
      actor_id: inner.actor.kind === 'user' ? inner.actor.id : null,
      removes_source_branch: input.shouldRemoveSourceBranch ?? row.force_remove_source_branch,
      readiness: JSON.stringify(readiness.checks),
    });
    failpoint('merge.intent');
    return intent;
  });
}

/** Moves the target branch; on any failure looks where it is and leaves nothing half done. */
async function moveTarget(ctx: Context, access: ProjectAccess, intent: MergeIntentRow): Promise<void> {
  const move = { ref: intent.target_ref, oldSha: intent.old_target_sha, newSha: intent.new_target_sha };
  try {
    const keepAround = [intent.new_target_sha, intent.old_target_sha, intent.head_sha];
    await moveRefs(ctx, access, [move], { keepAround });
  } catch (error) {
    if (error instanceof AppError && error.code === 'ref_changed') {
      await takeMergeIntent(ctx.db, intent.id);
      throw error;
    }
    const happened = await finalizeIntent(ctx, intent);
    if (happened) return;
    await requestMergeCheck(ctx, intent.merge_request_id, 'watchdog');
    throw error;
  }
}
