import type { Extensions } from '../../platform/extensions.ts';
import { defineBranchRequests } from '../../repositories/index.ts';
import { findMergeRequestAccesses, pathOf } from '../merge-request-access.ts';
import { listOpenOfBranches } from '../store/merge-requests.ts';

export const mergeRequestsBranchRequests: Extensions = [
  defineBranchRequests(async (ctx, wanted) => {
    const ids = await listOpenOfBranches(ctx.db, wanted);
    const found = await findMergeRequestAccesses(ctx, ids);
    const requests = ids.flatMap((id) => {
      const each = found.get(id);
      if (!each) return [];
      const { row, access } = each;
      const href = pathOf(access.project.full_path, row.iid);
      return [[row.source_branch, { reference: `!${row.iid}`, title: row.title, href, draft: row.is_draft }] as const];
    });
    // Ordered by age: the newest of a branch stays.
    return new Map(requests);
  }),
];
