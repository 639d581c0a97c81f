import type { Context } from '../../platform/context.ts';
import type { ProjectView } from './reads/project-views.ts';

/** How many open issues each project has that the actor may see; those without any may be missing from the map. */
export type OpenIssueCounter = (ctx: Context, projectIds: readonly number[]) => Promise<Map<number, number>>;

let counter: OpenIssueCounter | undefined;

/** Registered by the slice that knows issues. */
export function defineOpenIssueCounter(count: OpenIssueCounter): void {
  counter = count;
}

export async function countOpenIssues(ctx: Context, views: readonly ProjectView[]): Promise<Map<number, number>> {
  if (!counter || views.length === 0) return new Map();
  return counter(
    ctx,
    views.map((view) => view.project.id),
  );
}
