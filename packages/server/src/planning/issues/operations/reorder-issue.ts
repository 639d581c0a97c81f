import { defineOperation } from '../../../platform/operation.ts';
import { canAdminIssue } from '../abilities.ts';
import type { IssueAccess } from '../issue-access.ts';
import { type IssueRow, noteIssueFacts, positionBetween } from '../store/issues.ts';
import { loadIssue } from './load-issue.ts';

/** Puts the issue behind one, before another, or between both, in the order by hand. */
export const reorderIssue = defineOperation<
  { issueId: number; afterId?: number | undefined; beforeId?: number | undefined },
  IssueAccess,
  IssueRow
>({
  name: 'issue.reorder',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found) => canAdminIssue(ctx.actor, found),
  run: async (ctx, { row }, { afterId, beforeId }) => {
    const position = await positionBetween(ctx.db, row.project_id, afterId, beforeId);
    await noteIssueFacts(ctx.db, row.id, { relative_position: position });
    return row;
  },
});
