import { listOpenBySource, listOpenByTarget, type MergeRequestRow } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type ProjectAccess } from '../../../projects/index.ts';
import { loadBranchRights } from '../../../repositories/index.ts';

/** Of both directions together. */
const MAX_ITEMS = 20;

export type StackItem = { row: MergeRequestRow; /** 0 for the lowest. */ depth: number };

type IsKept = (branch: string) => boolean;

/**
 * Open requests of one project that build on each other, from the bottom: the target branch of each is the source branch of
 * one below it. Empty where there is only this one. A branch that is protected, or the default one, is there to stay: what
 * goes into it does not build on a request to merge it.
 */
export async function stackOf(
  ctx: Context,
  { row, access }: { row: MergeRequestRow; access: ProjectAccess },
): Promise<StackItem[]> {
  if (row.state !== 'opened') return [];
  const rights = await loadBranchRights(ctx, access);
  const isKept = (branch: string) => branch === access.project.default_branch || rights.isProtected(branch);
  const below = await rowsBelow(ctx, row, isKept);
  const depth = below.length;
  const above = await itemsAbove(ctx, { row, depth }, isKept, MAX_ITEMS - depth);
  if (below.length + above.length === 0) return [];
  return [...below.map((each, index) => ({ row: each, depth: index })), { row, depth }, ...above];
}

async function rowsBelow(ctx: Context, row: MergeRequestRow, isKept: IsKept): Promise<MergeRequestRow[]> {
  const below: MergeRequestRow[] = [];
  const seen = new Set([row.id]);
  const projectId = row.target_project_id;
  for (let branch = row.target_branch; !isKept(branch) && below.length < MAX_ITEMS;) {
    const next = (await listOpenBySource(ctx.db, projectId, branch)).find(
      (each) => each.target_project_id === projectId && !seen.has(each.id),
    );
    if (!next) break;
    seen.add(next.id);
    below.unshift(next);
    branch = next.target_branch;
  }
  return below;
}

/** Depth first, so that what builds on one follows it. */
async function itemsAbove(ctx: Context, { row, depth }: StackItem, isKept: IsKept, limit: number) {
  const items: StackItem[] = [];
  const seen = new Set([row.id]);
  const visit = async (lower: MergeRequestRow, at: number): Promise<void> => {
    if (lower.source_project_id !== lower.target_project_id || isKept(lower.source_branch)) return;
    const page = { afterId: 0, limit: MAX_ITEMS };
    for (const upper of await listOpenByTarget(ctx.db, lower.target_project_id, lower.source_branch, page)) {
      if (seen.has(upper.id) || items.length >= limit) continue;
      seen.add(upper.id);
      items.push({ row: upper, depth: at });
      await visit(upper, at + 1);
    }
  };
  await visit(row, depth + 1);
  return items;
}

/** What is merged with a request: it, and all below it. */
export function stepsOf(stack: readonly StackItem[], mergeRequestId: number): MergeRequestRow[] {
  const rows = stack.map((item) => item.row);
  return rows.slice(0, rows.findIndex((row) => row.id === mergeRequestId) + 1);
}
