import type { IssueShowPageData, PageLinkedIssue } from '@tributary/contract/planning/issue-page.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { listUsersByIds, mayReport } from '../../../accounts/index.ts';
import { notesData } from '../../../discussions/index.ts';
import { pendingTodoId } from '../../../notifications/index.ts';
import { type Context, concurrently } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { countTasks } from '../../../platform/markup/index.ts';
import { todayOf } from '../../../projects/index.ts';
import { toPageTime } from '../../time-tracking/to-page-time.ts';
import { titleHtml } from '../../rules/title-html.ts';
import { toPageLabel, toPageMilestone, toPageUser, toPageUserOrNull } from '../../shared/to-page-users.ts';
import {
  canAdminIssue,
  canCloseIssue,
  canDeleteIssue,
  canSubscribeToIssue,
  canLockIssue,
  canReopenIssue,
  canUpdateIssue,
} from '../abilities.ts';
import { listRelatedRequests } from '../closing-registry.ts';
import { visibleEmailParticipants } from '../email-participants/visible-participants.ts';
import { type IssueAccess, issuePath, issueReference, issuesOf, issueTopic } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import { issueTextVersion } from '../operations/update-issue.ts';
import { chosenIssueLevel, issueParticipants } from '../reads/issue-participants.ts';
import { buildIssueView, issueDescriptionHtml } from '../reads/issue-views.ts';
import { type LinkedIssue, linkedIssues } from '../reads/linked-issues.ts';
import { blockingIssues } from '../reads/noteable-data.ts';
import { visibleIssues } from '../reads/list-issues.ts';
import { isOverdue } from './list-page.ts';

export async function issueShowPage(ctx: Context, found: IssueAccess): Promise<IssueShowPageData> {
  const { row, access } = found;
  const { project } = access;
  const below = `/${encodePath(project.full_path)}/-`;
  const linked = concurrently(ctx, () => linkedIssues(ctx, row.id));
  const related = concurrently(ctx, () => listRelatedRequests(ctx, row.id));
  const outside = concurrently(ctx, () => visibleEmailParticipants(ctx, found));
  const notes = concurrently(ctx, () => notesData(ctx, issueNoteable(found), 'issue'));
  const issue = await issuePart(ctx, found);
  const links = await linked();
  const requests = await related();
  return {
    issue,
    blocked_by_issues: blockingIssues(ctx, links),
    issue_email_participants: await outside(),
    paths: {
      self: issuePath(project.full_path, row.iid),
      api: `/api/v4/projects/${project.id}/issues/${row.iid}`,
      list: `${below}/issues`,
      task: `${issuePath(project.full_path, row.iid)}/task`,
      mailLevel: `${issuePath(project.full_path, row.iid)}/mail_level`,
      new: isAllowed(ctx.actor, 'create_issue', issuesOf(access)) ? `${below}/issues/new` : null,
    },
    can: canPart(ctx, found),
    topic: issueTopic(row.id),
    notes: await notes(),
    links: links.map((link) => toLinked(link, project.id)),
    requests: requests.map(({ id, title, reference, href, state, isDraft, isClosing }) => ({
      id,
      title,
      reference,
      href,
      state,
      isDraft,
      isClosing,
    })),
  };
}

async function issuePart(ctx: Context, found: IssueAccess): Promise<IssueShowPageData['issue']> {
  const { row, access } = found;
  const { project } = access;
  const html = concurrently(ctx, () => issueDescriptionHtml(ctx, row, project));
  const participants = concurrently(ctx, () => issueParticipants(ctx, found));
  const mailLevel = concurrently(ctx, () => chosenIssueLevel(ctx, row.id));
  const todoId = concurrently(ctx, () => pendingTodoId(ctx, issueNoteable(found)));
  const editors = concurrently(ctx, () =>
    listUsersByIds(
      ctx,
      [row.last_edited_by_id].filter((id) => id !== null),
    ),
  );
  const elsewhere = [row.moved_to_id, row.duplicated_to_id].filter((id) => id !== null);
  const moved = concurrently(ctx, () => visibleIssues(ctx, elsewhere));
  const view = await buildIssueView(ctx, row, access);
  const [editedBy] = await editors();
  const others = await moved();
  const other = (id: number | null) => {
    const there = others.find((each) => each.row.id === id);
    return there
      ? {
          reference: issueReference(there.project.full_path, there.row.iid),
          path: issuePath(there.project.full_path, there.row.iid),
        }
      : null;
  };
  return {
    id: row.id,
    iid: row.iid,
    reference: `#${row.iid}`,
    fullReference: issueReference(project.full_path, row.iid),
    projectId: project.id,
    projectPath: project.full_path,
    title: row.title,
    titleHtml: titleHtml(row.title),
    description: row.description,
    descriptionHtml: await html(),
    state: row.state,
    type: row.issue_type,
    confidential: row.is_confidential,
    discussionLocked: row.is_discussion_locked,
    author: toPageUserOrNull(view.author),
    assignees: view.assignees.map((user) => toPageUser(user)),
    participants: (await participants()).map((user) => toPageUser(user)),
    labels: view.labels.map((label) => toPageLabel(label)),
    milestone: toPageMilestone(view.milestone),
    startDate: row.start_date,
    dueDate: row.due_date,
    isOverdue: isOverdue(row, todayOf(ctx)),
    weight: row.weight,
    time: toPageTime(view.time),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: toPageUserOrNull(view.closedBy),
    editedAt: row.last_edited_at?.toISOString() ?? null,
    editedBy: toPageUserOrNull(editedBy ?? null),
    movedTo: other(row.moved_to_id),
    duplicateOf: other(row.duplicated_to_id),
    mailLevel: await mailLevel(),
    todoId: await todoId(),
    tasks: countTasks(row.description),
    version: issueTextVersion(row),
  };
}

function canPart(ctx: Context, found: IssueAccess): IssueShowPageData['can'] {
  const { actor } = ctx;
  return {
    update: canUpdateIssue(actor, found) === null,
    close: canCloseIssue(actor, found) === null,
    reopen: canReopenIssue(actor, found) === null,
    delete: canDeleteIssue(actor, found) === null,
    lock: canLockIssue(actor, found) === null,
    admin: canAdminIssue(actor, found) === null,
    subscribe: canSubscribeToIssue(actor, found) === null,
    report: mayReport(actor, found.row.author_id),
  };
}

function toLinked({ link, type, view }: LinkedIssue, projectId: number): PageLinkedIssue {
  const { row, project } = view;
  return {
    linkId: link.id,
    type,
    reference: project.id === projectId ? `#${row.iid}` : issueReference(project.full_path, row.iid),
    title: row.title,
    path: issuePath(project.full_path, row.iid),
    state: row.state,
    confidential: row.is_confidential,
    assignees: view.assignees.map((user) => toPageUser(user)),
  };
}
