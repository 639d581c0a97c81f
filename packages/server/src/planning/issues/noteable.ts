import type { Extensions } from '../../platform/extensions.ts';
import { defineNoteable, type Noteable } from '../../discussions/index.ts';
import { containerOfProject, projectOf } from '../../projects/index.ts';
import { can } from '../../platform/policy/policy.ts';
import { defineTopic } from '../../platform/realtime/topics.ts';
import {
  findIssueAccess,
  type IssueAccess,
  issueAccessOf,
  issuePath,
  issueReference,
  issueTopic,
} from './issue-access.ts';
import { visibleIssueIds } from './reads/visible-issue-ids.ts';
import { findIssue, findIssueById, touchIssue } from './store/issues.ts';
import { recordIssueComments } from './notifications/activity.ts';

export const ISSUE_NOTEABLE = 'Issue';

/** The issue as something that can be talked about. Whoever has it passed the gate of confidential issues. */
export function issueNoteable({ row, access, policy }: IssueAccess): Noteable {
  const { full_path: fullPath } = access.project;
  return {
    type: ISSUE_NOTEABLE,
    id: row.id,
    iid: row.iid,
    place: containerOfProject(access),
    // Being an assignee gives no right to other users' notes.
    policy: { ...policy, isOwn: false, isConfidential: false },
    authorId: row.author_id,
    title: row.title,
    path: issuePath(fullPath, row.iid),
    reference: issueReference(fullPath, row.iid),
    topic: issueTopic(row.id),
    headSha: null,
    isConfidential: row.is_confidential,
  };
}

export const issuesNoteable: Extensions = [
  defineNoteable({
    type: ISSUE_NOTEABLE,
    pathName: 'issues',
    livesIn: 'project',
    isResolvable: false,
    allowsInternal: true,
    takesAwards: true,
    canBeClosed: true,
    hasMarks: true,
    find: async (ctx, place, key) => {
      const access = projectOf(place);
      const row =
        'iid' in key ? await findIssue(ctx.db, access.project.id, key.iid) : await findIssueById(ctx.db, key.id);
      if (!row || row.project_id !== access.project.id) return undefined;
      const found = await issueAccessOf(ctx, access, row);
      return can(ctx.actor, 'read_issue', found.policy) ? undefined : issueNoteable(found);
    },
    findById: async (ctx, id) => {
      const found = await findIssueAccess(ctx, id);
      return found && issueNoteable(found);
    },
    visibleAmong: visibleIssueIds,
    mention: { kind: 'issue', noun: 'issue' },
    onNotesChanged: async (ctx, noteable, change) => {
      if (change.isSystem || change.kind !== 'created') return;
      await touchIssue(ctx.db, noteable.id);
      const row = await findIssueById(ctx.db, noteable.id);
      if (row) await recordIssueComments(ctx, noteable, row, change.notes);
    },
  }),
  defineTopic('issue', async (ctx, id) => {
    return /^\d{1,15}$/.test(id) && (await findIssueAccess(ctx, Number(id))) !== undefined;
  }),
];
