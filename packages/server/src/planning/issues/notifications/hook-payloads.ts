import type { Extensions } from '../../../platform/extensions.ts';
import { findUser } from '../../../accounts/index.ts';
import { awardHook, noteHook } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import {
  defineHookPayload,
  defineHookSample,
  type HookPayload,
  hookProject,
  hookRepository,
  hookUser,
} from '../../../webhooks/index.ts';
import { findIssueAccess, type IssueAccess, issuePath } from '../issue-access.ts';
import { ISSUE_NOTEABLE, issueNoteable } from '../noteable.ts';
import { buildIssueView, type IssueView } from '../reads/issue-views.ts';
import { newestIssueId } from '../store/issues.ts';

type Told = { action: 'open' | 'update' | 'close' | 'reopen'; actorId: number | null };

function attributes(ctx: Context, { row, access }: IssueAccess, view: IssueView): Record<string, unknown> {
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.project_id,
    author_id: row.author_id,
    closed_at: row.closed_at?.toISOString() ?? null,
    confidential: row.is_confidential,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    description: row.description,
    discussion_locked: row.is_discussion_locked,
    due_date: row.due_date,
    last_edited_at: row.last_edited_at?.toISOString() ?? null,
    last_edited_by_id: row.last_edited_by_id,
    milestone_id: row.milestone_id,
    moved_to_id: row.moved_to_id,
    duplicated_to_id: row.duplicated_to_id,
    relative_position: row.relative_position,
    state: row.state,
    state_id: row.state === 'opened' ? 1 : 2,
    time_estimate: view.time.estimateSeconds,
    total_time_spent: view.time.spentSeconds,
    title: row.title,
    type: 'Issue',
    weight: row.weight,
    assignee_ids: view.assignees.map((each) => each.id),
    labels: labelParts(view),
    url: `${ctx.config.url}${issuePath(access.project.full_path, row.iid)}`,
  };
}

function labelParts(view: IssueView) {
  return view.labels.map((label) => ({
    id: label.id,
    title: label.name,
    color: label.color,
    description: label.description,
    type: label.owner.kind === 'project' ? 'ProjectLabel' : 'GroupLabel',
  }));
}

/** Confidential issues have a switch of their own: nobody is told of them by accident. */
async function buildPayload(ctx: Context, id: number, told: Told): Promise<HookPayload | null> {
  const found = await findIssueAccess(ctx, id);
  if (!found) return null;
  const { project } = found.access;
  const view = await buildIssueView(ctx, found.row, found.access);
  const user = told.actorId === null ? undefined : await findUser(ctx, told.actorId);
  const isConfidential = found.row.is_confidential;
  return {
    projectId: project.id,
    trigger: isConfidential ? 'confidential_issues_events' : 'issues_events',
    eventName: isConfidential ? 'Confidential Issue Hook' : 'Issue Hook',
    body: {
      object_kind: 'issue',
      event_type: isConfidential ? 'confidential_issue' : 'issue',
      user: user ? hookUser(ctx, user) : null,
      project: await hookProject(ctx, project),
      repository: hookRepository(ctx, project),
      object_attributes: { ...attributes(ctx, found, view), action: told.action },
      labels: labelParts(view),
      changes: {},
      assignees: view.assignees.map((each) => hookUser(ctx, each)),
    },
  };
}

async function buildNote(ctx: Context, data: { noteId: number; noteableId: number }): Promise<HookPayload | null> {
  const found = await findIssueAccess(ctx, data.noteableId);
  if (!found) return null;
  const thing = async () => ({ issue: attributes(ctx, found, await buildIssueView(ctx, found.row, found.access)) });
  return noteHook(ctx, issueNoteable(found), data.noteId, ({ isInternal }) => ({
    thing,
    isConfidential: isInternal || found.row.is_confidential,
  }));
}

export const notificationsHookPayloads: Extensions = [
  defineHookPayload('issue.created', (ctx, event) =>
    buildPayload(ctx, event.data.issueId, { action: 'open', actorId: event.actorId }),
  ),
  defineHookPayload('issue.updated', (ctx, event) =>
    buildPayload(ctx, event.data.issueId, { action: 'update', actorId: event.actorId }),
  ),
  defineHookPayload('issue.state_changed', (ctx, event) =>
    buildPayload(ctx, event.data.issueId, {
      action: event.data.to === 'closed' ? 'close' : 'reopen',
      actorId: event.actorId,
    }),
  ),
  defineHookPayload(
    'note.created',
    (ctx, event) => (event.data.noteableType === ISSUE_NOTEABLE ? buildNote(ctx, event.data) : Promise.resolve(null)),
    'issue-hooks',
  ),
  defineHookPayload(
    'award_emoji.changed',
    async (ctx, event) => {
      const { noteableType, noteableId } = event.data;
      const found = noteableType === ISSUE_NOTEABLE ? await findIssueAccess(ctx, noteableId) : undefined;
      if (!found || found.row.is_confidential) return null;
      return awardHook(ctx, issueNoteable(found), event, async () => ({
        issue: attributes(ctx, found, await buildIssueView(ctx, found.row, found.access)),
      }));
    },
    'issue-hooks',
  ),
  () => {
    for (const isConfidential of [false, true]) {
      defineHookSample(isConfidential ? 'confidential_issues_events' : 'issues_events', async (ctx, projectId) => {
        const id = await newestIssueId(ctx.db, projectId, isConfidential);
        return id === undefined ? null : buildPayload(ctx, id, { action: 'open', actorId: null });
      })();
    }
  },
];
