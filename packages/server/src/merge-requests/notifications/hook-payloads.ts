import type { Extensions } from '../../platform/extensions.ts';
import { CHECKING_STATUSES } from '@tributary/contract/merge-requests/widget-state.ts';
import { findUser } from '../../accounts/index.ts';
import { defineHookSubject } from '../../ci/index.ts';
import { awardHook, noteHook } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { projectRowsByIds } from '../../projects/index.ts';
import {
  defineHookPayload,
  defineHookSample,
  type HookPayload,
  hookProject,
  hookRepository,
  hookUser,
} from '../../webhooks/index.ts';
import type { MergeRequestAction } from '../events.ts';
import { findMergeRequestAccess, type MergeRequestAccess, pathOf } from '../merge-request-access.ts';
import { NOTEABLE_TYPE, noteableOf } from '../noteable.ts';
import { SUBJECT_TYPE } from '../pipelines/request-pipelines.ts';
import { buildMergeRequestView, type MergeRequestView } from '../reads/merge-request-views.ts';
import { newestAward, newestMergeRequestId, newestNoteId } from '../store/newest.ts';

type Told = {
  action: MergeRequestAction;
  actorId: number | null;
  extra?: Record<string, unknown>;
  changes?: Record<string, { previous: unknown; current: unknown }>;
};

/** `merge_request` of both payloads. */
async function attributes(ctx: Context, { row, access }: MergeRequestAccess): Promise<Record<string, unknown>> {
  const projects = await projectRowsByIds(ctx.db, [row.source_project_id ?? 0, access.project.id]);
  const source = projects.find((project) => project.id === row.source_project_id);
  return {
    id: row.id,
    iid: row.iid,
    target_branch: row.target_branch,
    source_branch: row.source_branch,
    source_project_id: row.source_project_id,
    target_project_id: row.target_project_id,
    author_id: row.author_id,
    title: row.title,
    description: row.description,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_edited_at: row.last_edited_at?.toISOString() ?? null,
    last_edited_by_id: row.last_edited_by_id,
    merge_status: row.merge_status,
    merge_commit_sha: row.merge_commit_sha,
    merge_error: row.merge_error,
    merge_user_id: row.merged_by_id,
    milestone_id: row.milestone_id,
    draft: row.is_draft,
    work_in_progress: row.is_draft,
    blocking_discussions_resolved: true,
    last_commit: row.head_sha === null ? null : { id: row.head_sha },
    source: source ? await hookProject(ctx, source) : null,
    target: await hookProject(ctx, access.project),
    url: `${ctx.config.url}${pathOf(access.project.full_path, row.iid)}`,
  };
}

/** The webhook of merge requests. */
export async function mergeRequestHook(ctx: Context, id: number, told: Told): Promise<HookPayload | null> {
  const found = await findMergeRequestAccess(ctx, id);
  if (!found) return null;
  const view = await buildMergeRequestView(ctx, found.row, found.access);
  const user = told.actorId === null ? undefined : await findUser(ctx, told.actorId);
  const threads = view.counts.threads - view.counts.resolvedThreads;
  return {
    projectId: found.access.project.id,
    trigger: 'merge_requests_events',
    eventName: 'Merge Request Hook',
    branch: found.row.target_branch,
    body: {
      object_kind: 'merge_request',
      event_type: 'merge_request',
      user: user ? hookUser(ctx, user) : null,
      project: await hookProject(ctx, found.access.project),
      repository: hookRepository(ctx, found.access.project),
      object_attributes: {
        ...(await attributes(ctx, found)),
        detailed_merge_status: view.readiness.status,
        blocking_discussions_resolved: threads === 0,
        assignee_ids: view.assignees.map((each) => each.id),
        reviewer_ids: view.reviewers.map((each) => each.user.id),
        action: told.action,
        ...told.extra,
      },
      labels: labelParts(view),
      changes: told.changes ?? {},
      assignees: view.assignees.map((each) => hookUser(ctx, each)),
      reviewers: view.reviewers.map((each) => ({ ...hookUser(ctx, each.user), state: each.state })),
    },
  };
}

/** What a webhook would be told of it now, for others who are told of merge requests. Null of one that is gone. */
export async function mergeRequestHookBody(ctx: Context, id: number, told: Told): Promise<HookPayload['body'] | null> {
  return (await mergeRequestHook(ctx, id, told))?.body ?? null;
}

function labelParts(view: MergeRequestView) {
  return view.labels.map((label) => ({
    id: label.id,
    title: label.name,
    color: label.color,
    description: label.description,
    type: label.owner.kind === 'project' ? 'ProjectLabel' : 'GroupLabel',
  }));
}

async function buildNote(ctx: Context, data: { noteId: number; noteableId: number }): Promise<HookPayload | null> {
  const found = await findMergeRequestAccess(ctx, data.noteableId);
  if (!found) return null;
  const thing = async () => ({ merge_request: await attributes(ctx, found) });
  // What only members of the team may read is not told outside.
  return noteHook(ctx, noteableOf(found), data.noteId, ({ isInternal }) =>
    isInternal ? null : { thing, branch: found.row.target_branch },
  );
}

async function buildAward(ctx: Context, event: Parameters<typeof awardHook>[2]): Promise<HookPayload | null> {
  const { noteableType, noteableId } = event.data;
  const found = noteableType === NOTEABLE_TYPE ? await findMergeRequestAccess(ctx, noteableId) : undefined;
  return found
    ? awardHook(ctx, noteableOf(found), event, async () => ({ merge_request: await attributes(ctx, found) }))
    : null;
}

export const notificationsHookPayloads: Extensions = [
  /** As hooks of pipelines name the merge request that they ran for. */
  defineHookSubject(SUBJECT_TYPE, async (ctx, id) => {
    const found = await findMergeRequestAccess(ctx, id);
    if (!found) return null;
    const { row, access } = found;
    const view = await buildMergeRequestView(ctx, row, access);
    return {
      id: row.id,
      iid: row.iid,
      title: row.title,
      source_branch: row.source_branch,
      source_project_id: row.source_project_id,
      target_branch: row.target_branch,
      target_project_id: row.target_project_id,
      state: row.state,
      merge_status: row.merge_status,
      detailed_merge_status: view.readiness.status,
      url: `${ctx.config.url}${pathOf(access.project.full_path, row.iid)}`,
    };
  }),
  defineHookPayload('merge_request.created', (ctx, event) =>
    mergeRequestHook(ctx, event.data.mergeRequestId, { action: 'open', actorId: event.actorId }),
  ),
  defineHookPayload('merge_request.updated', (ctx, event) =>
    mergeRequestHook(ctx, event.data.mergeRequestId, { action: 'update', actorId: event.actorId }),
  ),
  defineHookPayload('merge_request.state_changed', (ctx, event) => {
    const actions: Record<string, MergeRequestAction> = { closed: 'close', opened: 'reopen', merged: 'merge' };
    const action = actions[event.data.to];
    if (!action) return Promise.resolve(null);
    return mergeRequestHook(ctx, event.data.mergeRequestId, { action, actorId: event.data.actorId ?? event.actorId });
  }),
  defineHookPayload('merge_request.approved', (ctx, event) =>
    mergeRequestHook(ctx, event.data.mergeRequestId, {
      action: event.data.isMet === false ? 'approval' : 'approved',
      actorId: event.actorId,
    }),
  ),
  /** Of what was taken back before it was told, nothing is told. */
  defineHookPayload('merge_request.unapproved', (ctx, event) =>
    event.data.isUndone
      ? Promise.resolve(null)
      : mergeRequestHook(ctx, event.data.mergeRequestId, {
          action: event.data.wasMet === false ? 'unapproval' : 'unapproved',
          actorId: event.actorId,
          ...(event.data.isAutomatic && { extra: { system: true, system_action: 'approvals_reset_on_push' } }),
        }),
  ),
  /**
   * Whether it can be merged, and if not why, is another answer now; that it is being checked is none. Reviews have payloads
   * of their own, which wait until the review stays.
   */
  defineHookPayload('merge_request.readiness_changed', (ctx, { data: { mergeRequestId, from, to, cause } }) => {
    const isNews = from !== null && from !== to && !CHECKING_STATUSES.has(from) && !CHECKING_STATUSES.has(to);
    if (!isNews || cause === 'reviewed') return Promise.resolve(null);
    return mergeRequestHook(ctx, mergeRequestId, {
      action: 'update',
      actorId: null,
      extra: { system: true, system_action: 'merge_status_changed' },
      changes: { detailed_merge_status: { previous: from, current: to } },
    });
  }),
  /** The first version is part of the creation; later ones are updates that name the head before. */
  defineHookPayload('merge_request.version_created', (ctx, event) => {
    const { number, oldHeadSha, pushedById, mergeRequestId } = event.data;
    if (number === 1 || oldHeadSha === null) return Promise.resolve(null);
    return mergeRequestHook(ctx, mergeRequestId, {
      action: 'update',
      actorId: pushedById ?? event.actorId,
      extra: { oldrev: oldHeadSha },
    });
  }),
  defineHookPayload('note.created', (ctx, event) =>
    event.data.noteableType === NOTEABLE_TYPE ? buildNote(ctx, event.data) : Promise.resolve(null),
  ),
  defineHookPayload('award_emoji.changed', buildAward),
  defineHookSample('merge_requests_events', async (ctx, projectId) => {
    const id = await newestMergeRequestId(ctx.db, projectId);
    return id === undefined ? null : mergeRequestHook(ctx, id, { action: 'update', actorId: null });
  }),
  () => {
    for (const isInternal of [false, true]) {
      defineHookSample(isInternal ? 'confidential_note_events' : 'note_events', async (ctx, projectId) => {
        const note = await newestNoteId(ctx.db, projectId, isInternal);
        return note ? buildNote(ctx, note) : null;
      })();
    }
  },
  defineHookSample('emoji_events', async (ctx, projectId) => {
    const award = await newestAward(ctx.db, projectId);
    if (!award) return null;
    const { id: awardId, user_id: userId, name, created_at: at, noteable_id: noteableId } = award;
    const who = { awardId, userId, name, createdAt: at.toISOString(), isOn: true };
    return buildAward(ctx, { data: { ...who, noteableType: NOTEABLE_TYPE, noteableId, noteId: null, projectId } });
  }),
];
