import type { RestIssue } from '@tributary/contract/planning/issue-rest.ts';
import { taskStatusText } from '@tributary/contract/planning/task-status.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { renderUserBasic } from '../../../accounts/index.ts';
import { countTasks } from '../../../platform/markup/index.ts';
import { toRestLabelDetail } from '../../labels/render/to-rest-label.ts';
import { toRestMilestone } from '../../milestones/render/to-rest-milestone.ts';
import { toRestTimeStats } from '../../time-tracking/render/to-rest-time.ts';
import type { IssueView } from '../reads/issue-views.ts';

const iso = (time: Date | null) => time?.toISOString() ?? null;

export function toRestIssue(view: IssueView, options: { instanceUrl: string; withLabelDetails?: boolean }): RestIssue {
  const { row, project } = view;
  const { instanceUrl } = options;
  const person = (user: IssueView['author']) => (user ? renderUserBasic(user, { config: { url: instanceUrl } }) : null);
  const people = view.assignees.map((user) => renderUserBasic(user, { config: { url: instanceUrl } }));
  const tasks = countTasks(row.description);
  const apiOf = (projectId: number) => `${instanceUrl}/api/v4/projects/${projectId}`;
  const api = apiOf(project.id);
  const { duplicateOf } = view;
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.project_id,
    title: row.title,
    description: row.description,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    closed_at: iso(row.closed_at),
    closed_by: person(view.closedBy),
    labels: view.labels.map((label) => (options.withLabelDetails ? toRestLabelDetail(label) : label.name)),
    milestone: view.milestone ? toRestMilestone(instanceUrl, view.milestone) : null,
    assignees: people,
    author: person(view.author),
    type: row.issue_type.toUpperCase() as Uppercase<typeof row.issue_type>,
    assignee: people[0] ?? null,
    user_notes_count: view.counts.notes,
    merge_requests_count: view.mergeRequestsCount,
    upvotes: view.counts.upvotes,
    downvotes: view.counts.downvotes,
    start_date: row.start_date,
    due_date: row.due_date,
    confidential: row.is_confidential,
    discussion_locked: row.is_discussion_locked,
    issue_type: row.issue_type,
    web_url: `${instanceUrl}/${encodePath(project.full_path)}/-/issues/${row.iid}`,
    time_stats: toRestTimeStats(view.time),
    task_completion_status: { count: tasks.count, completed_count: tasks.completed },
    weight: row.weight,
    blocking_issues_count: view.blockingCount,
    has_tasks: tasks.count > 0,
    ...(tasks.count > 0 && { task_status: taskStatusText(tasks) }),
    _links: {
      self: `${api}/issues/${row.iid}`,
      notes: `${api}/issues/${row.iid}/notes`,
      award_emoji: `${api}/issues/${row.iid}/award_emoji`,
      project: api,
      closed_as_duplicate_of: duplicateOf && `${apiOf(duplicateOf.project_id)}/issues/${duplicateOf.iid}`,
    },
    references: { short: `#${row.iid}`, relative: `#${row.iid}`, full: `${project.full_path}#${row.iid}` },
    severity: 'UNKNOWN',
    moved_to_id: view.movedTo?.id ?? null,
    imported: false,
    imported_from: 'none',
    service_desk_reply_to: null,
    epic_iid: null,
    epic: null,
    iteration: null,
    health_status: null,
  };
}
