/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './tables.ts';
import './jobs/on-note.ts';
import './jobs/on-member-changed.ts';
import './commits/notification-subject.ts';
import './counts.ts';
import './unsubscribe/member-unsubscribe.ts';
import './quick-actions.ts';
import './replies/expire-received.ts';
import './endpoints/commit-todo.ts';

export { notificationEndpoints } from './endpoints/index.ts';
