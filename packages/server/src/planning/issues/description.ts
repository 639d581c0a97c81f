import type { Extensions } from '../../platform/extensions.ts';
import { defineDescription } from '../../discussions/index.ts';
import { canUpdateIssue } from './abilities.ts';
import { findIssueAccess, getIssueAccess } from './issue-access.ts';
import { ISSUE_NOTEABLE } from './noteable.ts';
import { updateIssue } from './operations/update-issue.ts';

export const issuesDescription: Extensions = [
  defineDescription(ISSUE_NOTEABLE, {
    get: async (ctx, { id }) => (await getIssueAccess(ctx, id)).row.description,
    set: (ctx, { id }, description, expectedDescription) =>
      updateIssue(ctx, { issueId: id, description, expectedDescription }),
    maySet: async (ctx, { id }) => {
      const found = await findIssueAccess(ctx, id);
      return found !== undefined && canUpdateIssue(ctx.actor, found) === null;
    },
  }),
];
