import type { Context } from '../platform/context.ts';

/** Those of these people whose work is in the project, though they may be no members of it. */
type Contributors = (
  ctx: Context,
  project: { id: number; default_branch: string | null },
  userIds: readonly number[],
) => Promise<ReadonlySet<number>>;

let source: Contributors | undefined;

/** Registered by the slice that knows what was merged. */
export function defineContributors(find: Contributors): void {
  source = find;
}

export function contributorsAmong(...[ctx, project, userIds]: Parameters<Contributors>): ReturnType<Contributors> {
  return source && userIds.length > 0 ? source(ctx, project, userIds) : Promise.resolve(new Set());
}
