/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './events.ts';
import './tables.ts';
import './milestones/hook-payloads.ts';
import './milestones/endpoints/release-milestones.ts';
import './navigation.ts';
import './completion-sources.ts';
import './issues/description.ts';
import './issues/noteable.ts';
import './issues/quick-actions.ts';
import './issues/email-participants/quick-actions.ts';
import './issues/navigation.ts';
import './issues/references.ts';
import './issues/on-mentions.ts';
import './issues/notifications/notification-subject.ts';
import './issues/notifications/hook-payloads.ts';
import './issues/endpoints/search.ts';
import './milestones/endpoints/search.ts';

export { planningEndpoints } from './endpoints/index.ts';
