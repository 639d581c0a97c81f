import type { Extensions } from '../../../platform/extensions.ts';
import { defineContributions } from '../../../accounts/index.ts';
import { deleteNotesOfNoteable } from '../../../discussions/index.ts';
import { audit } from '../../../platform/audit.ts';
import { emit, publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { removeActivity } from '../../../projects/index.ts';
import { canDeleteIssue } from '../abilities.ts';
import { type IssueAccess, issuePath, issueTopic } from '../issue-access.ts';
import { ISSUE_NOTEABLE } from '../noteable.ts';
import { deleteIssueRow, listIssueIdsOfAuthor } from '../store/issues.ts';
import { loadIssue } from './load-issue.ts';

/** Removes an issue with all that was said about it. Its number is never used again. */
export const deleteIssue = defineOperation<{ issueId: number }, IssueAccess, void>({
  name: 'issue.delete',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found) => canDeleteIssue(ctx.actor, found),
  run: async (ctx, { row, access: { project } }) => {
    await deleteNotesOfNoteable(ctx.db, { noteableType: ISSUE_NOTEABLE, noteableId: row.id });
    await deleteIssueRow(ctx.db, row.id);
    await removeActivity(ctx, { projectId: project.id, path: issuePath(project.full_path, row.iid) });
    await audit(
      ctx,
      'issue.delete',
      { type: ISSUE_NOTEABLE, id: row.id },
      { project_id: row.project_id, iid: row.iid, title: row.title },
    );
    await emit(ctx, 'issue.deleted', { issueId: row.id, projectId: row.project_id, iid: row.iid });
    await publish(ctx, issueTopic(row.id), 'deleted', { id: row.id });
  },
});

export const issuesDeleteIssue: Extensions = [
  defineContributions({
    list: (ctx, userId, afterId) => listIssueIdsOfAuthor(ctx.db, userId, afterId),
    remove: (ctx, issueId) => deleteIssue(ctx, { issueId }),
  }),
];
