import { changesSince, isAncestor, isGitError } from '@tributary/git';
import { addSystemNote } from '../../discussions/index.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import {
  accessOf,
  branchTip,
  findProjectAccess,
  type MergeRequestRow,
  type NewVersion,
  noteableOf,
} from '../../merge-requests/index.ts';
import type { Context } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { codeOwnerRules } from '../reads/code-owner-rules.ts';
import { approvalSettingsOf } from '../reads/effective-settings.ts';
import { type Followed, followContent } from '../rules/follow-content.ts';
import { endedText } from '../rules/texts.ts';
import { carryApproval, endApproval, putApprovalReset } from '../store/approvals.ts';
import { type ActiveApproval, insertReceipt, listOpenApprovals } from '../store/history.ts';

const NAMED_PATHS = 100;

/** Undefined: what was approved is gone, so that nothing can be compared. */
type Compared = { changedPaths: string[]; comparedFiles: number } | undefined;

type ContentChange = { row: MergeRequestRow; headSha: string; baseSha: string; pushedById: number | null };

type Followers = { approval: ActiveApproval; followed: Followed; compared: Compared };

/**
 * Approvals follow the content: one goes on counting when no file differs from what was approved, also after a rebase or
 * for another target branch, as far as the settings let it. In the transaction that writes the new version, so that no
 * approval ever counts for what it was not given to.
 */
export async function followContentChange(ctx: Context, { row, version }: NewVersion): Promise<void> {
  const { head_sha: headSha, base_sha: baseSha, pushed_by_id: pushedById } = version;
  const change = { row, headSha, baseSha, pushedById };
  const approvals = await listOpenApprovals(ctx.db, change.row.id);
  if (approvals.length === 0) return;
  const settings = await approvalSettingsOf(ctx, change.row.target_project_id);
  const comparisons = new Map<string, Compared>();
  const followers: Followers[] = [];
  for (const approval of approvals) {
    const key = `${approval.base_sha} ${approval.head_sha}`;
    const compared = comparisons.has(key) ? comparisons.get(key) : await compare(ctx, approval, change);
    comparisons.set(key, compared);
    const facts = {
      isSameHead: approval.head_sha === change.headSha,
      isRetargeted: approval.target_branch !== null && approval.target_branch !== change.row.target_branch,
      isSameContent: compared?.changedPaths.length === 0,
      isOnTop: await isOnTop(ctx, change, approval.head_sha),
      isOwnerOfChange: await isOwner(ctx, change, approval.user_id, compared),
    };
    followers.push({ approval, followed: followContent(facts, settings), compared });
  }
  for (const follower of followers) await record(ctx, change, follower);
  await noteEnds(ctx, change, followers);
}

async function compare(ctx: Context, { base_sha: base, head_sha: head }: ActiveApproval, change: ContentChange) {
  if (base === null || head === null) return undefined;
  const repo = ctx.repositories.directory(change.row.target_project_id);
  try {
    return await changesSince(repo, { base, head }, { base: change.baseSha, head: change.headSha });
  } catch (error) {
    if (isGitError(error, 'not_found')) return undefined;
    throw error;
  }
}

async function isOnTop(ctx: Context, change: ContentChange, head: string | null): Promise<boolean> {
  if (head === null || head === change.headSha) return head !== null;
  try {
    return await isAncestor(ctx.repositories.directory(change.row.target_project_id), head, change.headSha);
  } catch (error) {
    if (isGitError(error, 'not_found')) return false;
    throw error;
  }
}

async function isOwner(ctx: Context, { row }: ContentChange, userId: number, compared: Compared): Promise<boolean> {
  if (!compared || compared.changedPaths.length === 0) return false;
  const targetSha = await branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch });
  if (targetSha === undefined) return false;
  const request = { id: row.id, projectId: row.target_project_id, targetSha, paths: compared.changedPaths };
  return (await codeOwnerRules(ctx, request)).some((rule) => rule.ownerIds.includes(userId));
}

async function record(ctx: Context, change: ContentChange, { approval, followed, compared }: Followers): Promise<void> {
  const { row, headSha, baseSha } = change;
  if (followed.outcome === 'carried') {
    await carryApproval(ctx.db, approval.id, { headSha, baseSha, targetBranch: row.target_branch });
  }
  if (followed.outcome === 'ended') {
    await endApproval(ctx.db, approval.id, followed.reason);
    await putApprovalReset(ctx.db, { mergeRequestId: row.id, userId: approval.user_id });
    await emit(ctx, 'merge_request.unapproved', {
      mergeRequestId: row.id,
      projectId: row.target_project_id,
      userId: approval.user_id,
      isAutomatic: true,
    });
  }
  await insertReceipt(ctx.db, {
    approval_id: approval.id,
    merge_request_id: row.id,
    outcome: followed.outcome,
    reason: followed.reason,
    from_head_sha: approval.head_sha,
    to_head_sha: headSha,
    from_target: approval.target_branch,
    to_target: row.target_branch,
    compared_files: compared?.comparedFiles ?? 0,
    changed_files: compared?.changedPaths.length ?? 0,
    changed_paths: compared?.changedPaths.slice(0, NAMED_PATHS) ?? [],
  });
}

async function noteEnds(
  ctx: Context,
  { row, pushedById }: ContentChange,
  followers: readonly Followers[],
): Promise<void> {
  const access = await findProjectAccess(ctx, row.target_project_id);
  if (!access) return;
  for (const reason of ['changed', 'replaced', 'retargeted'] as const) {
    const ended = followers.filter(({ followed }) => followed.outcome === 'ended' && followed.reason === reason);
    if (ended.length === 0) continue;
    const users = await listUsersByIds(
      ctx,
      ended.map(({ approval }) => approval.user_id),
    );
    const body = endedText(
      users.map((user) => user.username),
      reason,
    );
    const noteable = noteableOf(await accessOf(ctx, access, row));
    await addSystemNote(ctx, noteable, {
      action: 'unapproved',
      body,
      ...(pushedById !== null && { authorId: pushedById }),
    });
  }
}
