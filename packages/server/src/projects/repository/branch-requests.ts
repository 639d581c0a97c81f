import type { BranchRequest } from '@tributary/contract/projects/repository-page.ts';
import type { Context } from '../../platform/context.ts';

export type RequestsWanted = {
  sourceProjectId: number;
  branches: readonly string[];
  /** Any when left out. */
  target?: { projectId: number; branch: string };
};

/** By source branch. */
type Finder = (ctx: Context, wanted: RequestsWanted) => Promise<ReadonlyMap<string, BranchRequest>>;

const finders: Finder[] = [];

/** Tells which branches have an open merge request that the actor may see; call at module load. */
export function defineBranchRequests(finder: Finder): void {
  finders.push(finder);
}

/** One open merge request of each of these branches, the newest; with one question for all of them. */
export async function branchRequests(ctx: Context, wanted: RequestsWanted): Promise<Map<string, BranchRequest>> {
  if (wanted.branches.length === 0) return new Map();
  const found = await Promise.all(finders.map((finder) => finder(ctx, wanted)));
  return new Map(found.flatMap((each) => [...each]));
}
