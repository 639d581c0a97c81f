import type { Slice } from '../endpoints/slice.ts';
import { notificationEndpoints } from './endpoints/index.ts';
import { unsubscribeMemberUnsubscribe } from './unsubscribe/member-unsubscribe.ts';
import { notificationsSendNotificationMail } from './jobs/send-notification-mail.ts';
import { notificationsOnNote } from './jobs/on-note.ts';
import { notificationsOnMemberChanged } from './jobs/on-member-changed.ts';
import { commitsNotificationSubject } from './commits/notification-subject.ts';
import { notificationsCounts } from './counts.ts';
import { notificationsQuickActions } from './quick-actions.ts';
import { repliesExpireReceived } from './replies/expire-received.ts';
import { notificationsCommitTodo } from './endpoints/commit-todo.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const notificationSlice: Slice = {
  endpoints: notificationEndpoints,
  extensions: [
    ...unsubscribeMemberUnsubscribe,
    ...notificationsSendNotificationMail,
    ...notificationsOnNote,
    ...notificationsOnMemberChanged,
    ...commitsNotificationSubject,
    ...notificationsCounts,
    ...notificationsQuickActions,
    ...repliesExpireReceived,
    ...notificationsCommitTodo,
  ],
};
