import type { Extension } from '../../platform/extensions.ts';
import type { ProjectPipelineStatus } from '@tributary/contract/projects/commit-statuses.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectRow } from './project-store.ts';
import type { ProjectView } from './reads/project-views.ts';

/** How many open issues each project has that the actor may see; those without any may be missing from the map. */
export type OpenIssueCounter = (ctx: Context, projectIds: readonly number[]) => Promise<Map<number, number>>;

let counter: OpenIssueCounter | undefined;

/** Registered by the slice that knows issues. */
export function defineOpenIssueCounter(count: OpenIssueCounter): Extension {
  return () => {
    counter = count;
  };
}

export async function countOpenIssues(ctx: Context, views: readonly ProjectView[]): Promise<Map<number, number>> {
  if (!counter || views.length === 0) return new Map();
  return counter(
    ctx,
    views.map((view) => view.project.id),
  );
}

/** The newest pipeline of each default branch, by project; one statement for all, and no check of rights. */
type DefaultBranchPipelines = (
  ctx: Context,
  projects: readonly ProjectRow[],
) => Promise<ReadonlyMap<number, ProjectPipelineStatus>>;

let pipelines: DefaultBranchPipelines | undefined;

/** Registered by the slice that owns pipelines. */
export function defineDefaultBranchPipelines(find: DefaultBranchPipelines): Extension {
  return () => {
    pipelines = find;
  };
}

export const defaultBranchPipelines: DefaultBranchPipelines = async (ctx, projects) =>
  !pipelines || projects.length === 0 ? new Map() : pipelines(ctx, projects);
