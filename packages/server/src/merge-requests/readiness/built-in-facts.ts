import type { Extensions } from '../../platform/extensions.ts';
import { noteCounts } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { type ProjectRow, projectRowsByIds } from '../../projects/index.ts';
import { countRequests } from '../rules/reviewer-states.ts';
import { listReviewers } from '../store/assignees-and-reviewers.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import type { MergeStatus } from '../tables.ts';
import { branchTip } from '../versions/branch-ends.ts';
import { defineFact, registerFact } from './define-check.ts';

type Rows = readonly MergeRequestRow[];

const idsOf = (rows: Rows) => rows.map((row) => row.id);

/** The row of the merge request itself. */
export const requestFact = defineFact<MergeRequestRow>({
  key: 'request',
  load: (_ctx, rows) => new Map(rows.map((row) => [row.id, row])),
});

/** The project it is merged into. */
export const projectFact = defineFact<ProjectRow>({
  key: 'project',
  load: async (ctx, rows) => {
    const projects = await projectRowsByIds(ctx.db, [...new Set(rows.map((row) => row.target_project_id))]);
    return targetsOf(rows, new Map(projects.map((project) => [project.id, project])));
  },
});

/** The target projects of merge requests, from projects by their id. */
export function targetsOf(rows: Rows, projects: ReadonlyMap<number, ProjectRow>): Map<number, ProjectRow> {
  return new Map(
    rows.flatMap((row) => {
      const project = projects.get(row.target_project_id);
      return project ? [[row.id, project] as const] : [];
    }),
  );
}

/** Number of threads that are not resolved. */
export const unresolvedThreadsFact = defineFact<number>({
  key: 'unresolved_threads',
  load: async (ctx, rows) => {
    const counts = await noteCounts(ctx, 'MergeRequest', idsOf(rows));
    return new Map(
      rows.map(({ id }) => {
        const { threads, resolvedThreads } = counts.get(id) ?? { threads: 0, resolvedThreads: 0 };
        return [id, threads - resolvedThreads];
      }),
    );
  },
});

/** Number of reviewers who requested changes and have not withdrawn that. */
export const requestedChangesFact = defineFact<number>({
  key: 'requested_changes',
  load: async (ctx, rows) => {
    const reviewers = Map.groupBy(await listReviewers(ctx.db, idsOf(rows)), (each) => each.mergeRequestId);
    return new Map(rows.map(({ id }) => [id, countRequests(reviewers.get(id) ?? [])]));
  },
});

/** Where both branches are; undefined when a branch does not exist. */
export type BranchTips = { source: string | undefined; target: string | undefined };

/** Null of a merge request that is not open: its branches do not matter any more. */
export const branchTipsFact = defineFact<BranchTips | null>({
  key: 'branch_tips',
  load: async (ctx, rows) => {
    const targets = new Map<string, Promise<string | undefined>>();
    const targetOf = (row: MergeRequestRow) => {
      const key = `${row.target_project_id}:${row.target_branch}`;
      const asked = targets.get(key) ?? branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch });
      targets.set(key, asked);
      return asked;
    };
    const tips = rows.map(async (row) => {
      if (row.state !== 'opened') return [row.id, null] as const;
      const [source, target] = await Promise.all([sourceTip(ctx, row), targetOf(row)]);
      return [row.id, { source, target }] as const;
    });
    return new Map(await Promise.all(tips));
  },
});

async function sourceTip(ctx: Context, row: MergeRequestRow): Promise<string | undefined> {
  if (row.source_project_id === null) return undefined;
  return branchTip(ctx, { projectId: row.source_project_id, branch: row.source_branch });
}

export async function branchTips(ctx: Context, row: MergeRequestRow): Promise<BranchTips> {
  const [source, target] = await Promise.all([
    sourceTip(ctx, row),
    branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch }),
  ]);
  return { source, target };
}

/** What git found out about merging the head into the target; asked for by a job (`jobs/check-mergeability.ts`). */
export type GitMerge = { status: MergeStatus; behind: number };

export const gitMergeFact = defineFact<GitMerge>({
  key: 'git_merge',
  load: (_ctx, rows) =>
    new Map(rows.map((row) => [row.id, { status: row.merge_status, behind: row.diverged_commits_count }])),
});

export const readinessBuiltInFacts: Extensions = [
  registerFact(requestFact),
  registerFact(projectFact),
  registerFact(unresolvedThreadsFact),
  registerFact(requestedChangesFact),
  registerFact(branchTipsFact),
  registerFact(gitMergeFact),
];
