import { noteCounts, type NoteCounts } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';
import { countRequests } from '../rules/reviewer-states.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { listReviewers, type ReviewerRow } from '../store/assignees-and-reviewers.ts';
import { branchTip } from '../versions/branch-ends.ts';
import { approvalRequirements } from './approval-requirements.ts';
import './built-in-checks.ts';
import { type BranchTips, evaluateMergeability, type MergeFacts, type MergeabilityResult } from './merge-checks.ts';

/** What a caller has read already, so that it is not read again. */
type Known = {
  counts?: ReadonlyMap<number, NoteCounts>;
  reviewers?: readonly Pick<ReviewerRow, 'mergeRequestId' | 'state'>[];
};

/**
 * The facts of the merge checks, for one request or many with a constant number of queries. Lists, pages, REST, GraphQL
 * and the merge itself load them here and nowhere else. `projects` are the target projects by id.
 */
export async function loadMergeFacts(
  ctx: Context,
  rows: readonly MergeRequestRow[],
  projects: ReadonlyMap<number, ProjectRow>,
  known: Known = {},
): Promise<Map<number, MergeFacts>> {
  const ids = rows.map((row) => row.id);
  const open = rows.filter((row) => row.state === 'opened');
  const [counts, reviewers, tips, approvals] = await Promise.all([
    known.counts ?? noteCounts(ctx, NOTEABLE_TYPE, ids),
    known.reviewers ?? listReviewers(ctx.db, ids),
    openTips(ctx, rows),
    approvalRequirements(ctx, open),
  ]);
  const found = new Map<number, MergeFacts>();
  for (const row of rows) {
    const project = projects.get(row.target_project_id);
    if (!project) continue;
    const { threads, resolvedThreads } = counts.get(row.id) ?? { threads: 0, resolvedThreads: 0 };
    found.set(row.id, {
      row,
      project,
      unresolvedThreads: threads - resolvedThreads,
      changesRequested: countRequests(reviewers.filter((each) => each.mergeRequestId === row.id)),
      approvals: approvals.get(row.id),
      tips: tips.get(row.id) ?? null,
    });
  }
  return found;
}

export type Mergeability = { facts: MergeFacts; verdict: MergeabilityResult };

/** Can these be merged, and why not? */
export async function mergeabilityOf(
  ctx: Context,
  ...given: Parameters<typeof loadMergeFacts> extends [Context, ...infer Rest] ? Rest : never
): Promise<Map<number, Mergeability>> {
  const found = new Map<number, Mergeability>();
  for (const [id, facts] of await loadMergeFacts(ctx, ...given)) {
    found.set(id, { facts, verdict: await evaluateMergeability(ctx, facts) });
  }
  return found;
}

export async function branchTips(ctx: Context, row: MergeRequestRow): Promise<BranchTips> {
  const [source, target] = await Promise.all([
    row.source_project_id === null
      ? undefined
      : branchTip(ctx, { projectId: row.source_project_id, branch: row.source_branch }),
    branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch }),
  ]);
  return { source, target };
}

/** Of open requests only: where the branches of the others are does not matter any more. */
async function openTips(ctx: Context, rows: readonly MergeRequestRow[]): Promise<Map<number, BranchTips>> {
  const open = rows.filter((row) => row.state === 'opened');
  return new Map(await Promise.all(open.map(async (row) => [row.id, await branchTips(ctx, row)] as const)));
}
