import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canAdminIssue } from '../abilities.ts';
import { getIssueAccess, type IssueAccess, RESOURCE } from '../issue-access.ts';
import { type IssueRow, noteIssueFacts } from '../store/issues.ts';
import { holdOrder, positionBetween } from '../store/order.ts';
import { loadIssue } from './load-issue.ts';

/** Puts the issue right behind one, right before another, or between both, in the order by hand. */
export const reorderIssue = defineOperation<
  { issueId: number; afterId?: number | undefined; beforeId?: number | undefined },
  IssueAccess,
  IssueRow
>({
  name: 'issue.reorder',
  load: async (ctx, input) => {
    await holdOrder(ctx.db, (await getIssueAccess(ctx, input.issueId)).row.project_id);
    return loadIssue(ctx, input.issueId);
  },
  check: (ctx, found) => canAdminIssue(ctx.actor, found),
  run: async (ctx, { row }, { afterId, beforeId }) => {
    if (afterId === undefined && beforeId === undefined)
      throw new AppError('missing_parameter', { names: 'move_after_id, move_before_id' });
    const neighbours = { projectId: row.project_id, issueId: row.id, afterId, beforeId };
    const position = await positionBetween(ctx.db, neighbours);
    if (position === undefined) throw new AppError('not_found', { resource: RESOURCE });
    await noteIssueFacts(ctx.db, row.id, { relative_position: position });
    return row;
  },
});
