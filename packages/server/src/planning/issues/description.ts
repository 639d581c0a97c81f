import { defineDescription } from '../../discussions/index.ts';
import { canUpdateIssue } from './abilities.ts';
import { findIssueAccess } from './issue-access.ts';
import { ISSUE_NOTEABLE } from './noteable.ts';
import { updateIssue } from './operations/update-issue.ts';

defineDescription(ISSUE_NOTEABLE, {
  set: (ctx, { id }, description) => updateIssue(ctx, { issueId: id, description }),
  maySet: async (ctx, { id }) => {
    const found = await findIssueAccess(ctx, id);
    return found !== undefined && canUpdateIssue(ctx.actor, found) === null;
  },
});
