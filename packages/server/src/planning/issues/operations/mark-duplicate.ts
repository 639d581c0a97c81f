import { addSystemNote } from '../../../discussions/index.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { guard } from '../../../platform/operation.ts';
import { canCloseIssue } from '../abilities.ts';
import { getIssueAccess } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import { findLinkBetween } from '../store/links.ts';
import { closeIssue } from './change-issue-state.ts';
import { linkIssues } from './link-issues.ts';
import { loadIssue } from './load-issue.ts';

/** Closes the issue as one that repeats another, which the actor may read: they belong together from then on. */
export function markDuplicate(ctx: Context, input: { issueId: number; originalId: number }): Promise<void> {
  return transact(ctx, async (inner) => {
    const found = await loadIssue(inner, input.issueId);
    guard(canCloseIssue(inner.actor, found));
    if (input.issueId === input.originalId) throw new AppError('issue_link_self');
    const original = await getIssueAccess(inner, input.originalId);
    if (!(await findLinkBetween(inner.db, input.issueId, input.originalId))) {
      await linkIssues(inner, { issueId: input.issueId, targetId: input.originalId, type: 'relates_to' });
    }
    const [one, other] = [issueNoteable(found), issueNoteable(original)];
    const isNear = found.row.project_id === original.row.project_id;
    const nameOf = (each: typeof one) => (isNear ? `#${each.iid}` : each.reference);
    const action = 'duplicate';
    await addSystemNote(inner, one, {
      action,
      body: `marked this issue as a duplicate of ${nameOf(other)}`,
      about: other,
    });
    await addSystemNote(inner, other, {
      action,
      body: `marked ${nameOf(one)} as a duplicate of this issue`,
      about: one,
    });
    await closeIssue(inner, { issueId: input.issueId, duplicateOfId: input.originalId });
  });
}
