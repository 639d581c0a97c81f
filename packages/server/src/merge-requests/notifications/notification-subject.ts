import type { Extensions } from '../../platform/extensions.ts';
import type { NotificationKind, NotificationEvent } from '@tributary/contract/notifications/enums.ts';
import type { EventBatch } from '../../discussions/index.ts';
import { defineNotificationSubject, notify } from '../../notifications/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { namesOfThose, newLabels } from '../../planning/index.ts';
import { findMergeRequestAccess } from '../merge-request-access.ts';
import { NOTEABLE_TYPE, noteableOf } from '../noteable.ts';
import { descriptionHtml } from '../reads/merge-request-views.ts';
import { requestIsReadable } from '../store/listing.ts';
import {
  listAssignees,
  listChosenLevels,
  listLabelIds,
  listReviewers,
  putChosenLevel,
} from '../store/assignees-and-reviewers.ts';

const EVENTS: Partial<Record<NotificationKind, NotificationEvent>> = {
  created: 'new_merge_request',
  commented: 'new_note',
  reviewed: 'new_note',
  changes_requested: 'new_note',
  approved: 'approver',
  unapproved: 'approver',
  reassigned: 'reassign_merge_request',
  reviewers_changed: 'change_reviewer_merge_request',
  pushed: 'push_to_merge_request',
  closed: 'close_merge_request',
  reopened: 'reopen_merge_request',
  merged: 'merge_merge_request',
};

async function labelIdsOf(ctx: Context, id: number): Promise<number[]> {
  return (await listLabelIds(ctx.db, [id])).map(({ labelId }) => labelId);
}

function newsOf({ mergeRequestId: id, batch }: { mergeRequestId: number; batch?: EventBatch }) {
  return {
    type: NOTEABLE_TYPE,
    id,
    ...(batch && { batch: { id: batch.id, heldUntil: new Date(batch.heldUntil) } }),
  };
}

const CHANGES: Record<string, NotificationKind> = {
  assignees: 'reassigned',
  reviewers: 'reviewers_changed',
  description: 'described',
};

export const notificationsNotificationSubject: Extensions = [
  defineNotificationSubject({
    type: NOTEABLE_TYPE,
    noun: 'merge request',
    canBeMarked: true,
    isReadable: requestIsReadable,
    concerned: async (ctx, id) => {
      const found = await findMergeRequestAccess(ctx, id);
      if (!found) return undefined;
      const [assignees, reviewers, chosen] = await Promise.all([
        listAssignees(ctx.db, [id]),
        listReviewers(ctx.db, [id]),
        listChosenLevels(ctx.db, id),
      ]);
      const { state, description } = found.row;
      return {
        noteable: noteableOf(found),
        isOpen: state === 'opened' || state === 'locked',
        description,
        assigned: assignees.map((each) => ({ userId: each.userId, since: each.createdAt })),
        reviewers: reviewers.map((each) => ({ userId: each.userId, since: each.requestedAt })),
        chosen,
      };
    },
    showDescription: async (ctx, id) => {
      const found = await findMergeRequestAccess(ctx, id);
      if (!found) return { text: '', html: '' };
      return { text: found.row.description, html: await descriptionHtml(ctx, found.row, found.access.project) };
    },
    labelNames: async (ctx, id, labelIds) => namesOfThose(ctx, labelIds, await labelIdsOf(ctx, id)),
    eventOf: (kind) => EVENTS[kind],
    stop: (ctx, id) => putChosenLevel(ctx.db, id, ctx.actor.id, 'mention'),
  }),
  onEvent('merge_request.created', 'attention', async (ctx, { id, data, actorId }) => {
    const labels = await newLabels(ctx, data.projectId, await labelIdsOf(ctx, data.mergeRequestId));
    await notify(ctx, { type: NOTEABLE_TYPE, id: data.mergeRequestId, kind: 'created', eventId: id, actorId, labels });
  }),
  onEvent('merge_request.labels_added', 'attention', async (ctx, { id, data, actorId }) => {
    const labels = await newLabels(ctx, data.projectId, data.labelIds);
    if (labels.followers.length === 0) return;
    await notify(ctx, { ...newsOf(data), kind: 'relabeled', eventId: id, actorId, labels });
  }),
  onEvent('merge_request.updated', 'attention', async (ctx, { id, data, actorId }) => {
    for (const changed of data.changed) {
      const kind = CHANGES[changed];
      if (kind) await notify(ctx, { ...newsOf(data), kind, eventId: id, actorId });
    }
  }),
  onEvent('merge_request.state_changed', 'attention', async (ctx, event) => {
    const kinds: Record<string, NotificationKind> = { closed: 'closed', opened: 'reopened', merged: 'merged' };
    const { mergeRequestId, to, from } = event.data;
    const kind = kinds[to];
    // A request that was locked for its merge and is open again was never closed.
    if (!kind || (kind === 'reopened' && from !== 'closed')) return;
    const actorId = event.data.actorId ?? event.actorId;
    await notify(ctx, { type: NOTEABLE_TYPE, id: mergeRequestId, kind, eventId: event.id, actorId });
  }),
  /** Its comments are told one by one; the review itself ends the wait for it. */
  onEvent('merge_request.review_published', 'attention', (ctx, { id, data, actorId }) => {
    const kind = data.verdict === 'requested_changes' ? 'changes_requested' : 'reviewed';
    return notify(ctx, { ...newsOf(data), kind, eventId: id, actorId });
  }),
  onEvent('merge_request.changes_requested', 'attention', async (ctx, { id, data, actorId }) => {
    if (!data.batch) await notify(ctx, { ...newsOf(data), kind: 'changes_requested', eventId: id, actorId });
  }),
  onEvent('merge_request.approved', 'attention', (ctx, { id, data, actorId }) =>
    notify(ctx, { ...newsOf(data), kind: 'approved', eventId: id, actorId }),
  ),
  /** Where someone else took it, its reviewer is asked again: nothing that they did. */
  onEvent('merge_request.unapproved', 'attention', async (ctx, { id, data, actorId }) => {
    if (data.isUndone) return;
    const isOwn = data.userId === undefined || data.userId === actorId;
    await notify(ctx, { ...newsOf(data), kind: isOwn ? 'unapproved' : 'reviewers_changed', eventId: id, actorId });
  }),
  /** The first version is part of the creation. */
  onEvent('merge_request.version_created', 'attention', async (ctx, { id, data, actorId }) => {
    if (data.number === 1) return;
    const by = data.pushedById ?? actorId;
    await notify(ctx, { type: NOTEABLE_TYPE, id: data.mergeRequestId, kind: 'pushed', eventId: id, actorId: by });
  }),
];
