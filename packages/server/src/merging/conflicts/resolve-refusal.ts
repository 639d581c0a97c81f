import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { findProjectAccess, type MergeRequestAccess } from '../../merge-requests/index.ts';
import { loadBranchRights } from '../../repositories/index.ts';

/** Why the actor cannot resolve conflicts in the browser: they write a commit to the source branch, which must be unprotected. */
export async function resolveRefusal(ctx: Context, { row, access }: MergeRequestAccess): Promise<Refusal | null> {
  const because = (reason: string) => refuse('conflicts_not_resolvable', { reason });
  if (ctx.actor.kind !== 'user') return refuse('unauthenticated');
  if (access.project.is_read_only) return refuse('project_archived');
  if (row.state !== 'opened') return because('The merge request is not open.');
  const source = row.source_project_id === null ? undefined : await findProjectAccess(ctx, row.source_project_id);
  if (!source) return because('The source branch does not exist.');
  const rights = await loadBranchRights(ctx, source, { withGrants: true });
  if (rights.isProtected(row.source_branch)) {
    return because('The source branch is protected. Resolve the conflicts locally, in another branch.');
  }
  return rights.refusal(row.source_branch, 'push');
}
