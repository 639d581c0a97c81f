import type { Extensions } from '../../../platform/extensions.ts';
import type { NotificationKind, NotificationEvent } from '@tributary/contract/notifications/enums.ts';
import { defineNotificationSubject, dropUnreadableTodos, notify } from '../../../notifications/index.ts';
import type { Context } from '../../../platform/context.ts';
import { onEvent } from '../../../platform/events.ts';
import { namesOfThose, newLabels } from '../../labels/reads/new-labels.ts';
import { outsideLeavePath } from '../email-participants/leave-issue.ts';
import { listEmailParticipants } from '../email-participants/store.ts';
import { findIssueAccess } from '../issue-access.ts';
import { ISSUE_NOTEABLE, issueNoteable } from '../noteable.ts';
import { issueDescriptionHtml } from '../reads/issue-views.ts';
import { issueIsReadable } from '../store/listing.ts';
import { listIssueAssignees, listIssueLabelIds, listIssueLevels, putIssueLevel } from '../store/participants.ts';

const EVENTS: Partial<Record<NotificationKind, NotificationEvent>> = {
  created: 'new_issue',
  commented: 'new_note',
  reassigned: 'reassign_issue',
  closed: 'close_issue',
  reopened: 'reopen_issue',
};

async function labelIdsOf(ctx: Context, id: number): Promise<number[]> {
  return (await listIssueLabelIds(ctx.db, [id])).map(({ labelId }) => labelId);
}

const CHANGES: Record<string, NotificationKind> = { assignees: 'reassigned', description: 'described' };

export const notificationsNotificationSubject: Extensions = [
  defineNotificationSubject({
    type: ISSUE_NOTEABLE,
    noun: 'issue',
    canBeMarked: true,
    isReadable: issueIsReadable,
    concerned: async (ctx, id) => {
      const found = await findIssueAccess(ctx, id);
      if (!found) return undefined;
      const [assignees, chosen] = await Promise.all([listIssueAssignees(ctx.db, [id]), listIssueLevels(ctx.db, id)]);
      return {
        noteable: issueNoteable(found),
        isOpen: found.row.state === 'opened',
        description: found.row.description,
        assigned: assignees.map((each) => ({ userId: each.userId, since: each.createdAt })),
        reviewers: [],
        chosen,
      };
    },
    showDescription: async (ctx, id) => {
      const found = await findIssueAccess(ctx, id);
      if (!found) return { text: '', html: '' };
      return { text: found.row.description, html: await issueDescriptionHtml(ctx, found.row, found.access.project) };
    },
    labelNames: async (ctx, id, labelIds) => namesOfThose(ctx, labelIds, await labelIdsOf(ctx, id)),
    eventOf: (kind) => EVENTS[kind],
    stop: (ctx, id) => putIssueLevel(ctx.db, id, ctx.actor.id, 'mention'),
    outsiders: async (ctx, id) =>
      (await listEmailParticipants(ctx.db, id)).map((each) => ({ ...each, leavePath: outsideLeavePath(ctx, each.id) })),
  }),
  onEvent('issue.created', 'attention', async (ctx, { id, data, actorId }) => {
    const labels = await newLabels(ctx, data.projectId, await labelIdsOf(ctx, data.issueId));
    await notify(ctx, { type: ISSUE_NOTEABLE, id: data.issueId, kind: 'created', eventId: id, actorId, labels });
  }),
  onEvent('issue.labels_added', 'attention', async (ctx, { id, data, actorId }) => {
    const labels = await newLabels(ctx, data.projectId, data.labelIds);
    if (labels.followers.length === 0) return;
    await notify(ctx, { type: ISSUE_NOTEABLE, id: data.issueId, kind: 'relabeled', eventId: id, actorId, labels });
  }),
  onEvent('issue.updated', 'attention', async (ctx, { id, data, actorId }) => {
    // What has become confidential waits for nobody any more who may not read it.
    if (data.changed.includes('confidential'))
      await dropUnreadableTodos(ctx, { type: ISSUE_NOTEABLE, id: data.issueId });
    for (const changed of data.changed) {
      const kind = CHANGES[changed];
      if (kind) await notify(ctx, { type: ISSUE_NOTEABLE, id: data.issueId, kind, eventId: id, actorId });
    }
  }),
  onEvent('issue.state_changed', 'attention', (ctx, { id, data, actorId }) =>
    notify(ctx, {
      type: ISSUE_NOTEABLE,
      id: data.issueId,
      kind: data.to === 'closed' ? 'closed' : 'reopened',
      eventId: id,
      actorId,
    }),
  ),
];
