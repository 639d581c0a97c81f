import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectRow } from './project-store.ts';

type CreatedHook = (ctx: Context, project: ProjectRow) => Promise<void>;

const created: CreatedHook[] = [];

/** What else happens in the transaction that makes a project (or a fork); a hook that throws undoes it. */
export function onProjectCreated(hook: CreatedHook): Extension {
  return () => {
    created.push(hook);
  };
}

export async function runProjectCreated(ctx: Context, project: ProjectRow): Promise<void> {
  for (const hook of created) await hook(ctx, project);
}

type FirstBranchHook = (ctx: Context, projectId: number, branch: string) => Promise<void>;

const firstBranch: FirstBranchHook[] = [];

/** What else happens in the transaction that starts a repository with a commit on its default branch. */
export function onFirstBranch(hook: FirstBranchHook): Extension {
  return () => {
    firstBranch.push(hook);
  };
}

export async function runFirstBranch(ctx: Context, projectId: number, branch: string): Promise<void> {
  for (const hook of firstBranch) await hook(ctx, projectId, branch);
}
