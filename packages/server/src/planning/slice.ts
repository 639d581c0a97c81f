import type {} from './events.ts';
import type { Slice } from '../endpoints/slice.ts';
import { planningEndpoints } from './endpoints/index.ts';
import { milestonesHookPayloads } from './milestones/hook-payloads.ts';
import { milestonesReleaseMilestones } from './milestones/endpoints/release-milestones.ts';
import { planningNavigation } from './navigation.ts';
import { issuesIssues } from './issues/store/issues.ts';
import { issuesNoteable } from './issues/noteable.ts';
import { planningCompletionSources } from './completion-sources.ts';
import { issuesDescription } from './issues/description.ts';
import { issuesLinks } from './issues/store/links.ts';
import { issuesQuickActions } from './issues/quick-actions.ts';
import { emailParticipantsQuickActions } from './issues/email-participants/quick-actions.ts';
import { issuesNavigation } from './issues/navigation.ts';
import { issuesReferences } from './issues/references.ts';
import { issuesOnMentions } from './issues/on-mentions.ts';
import { emailParticipantsLeaveIssue } from './issues/email-participants/leave-issue.ts';
import { notificationsNotificationSubject } from './issues/notifications/notification-subject.ts';
import { notificationsHookPayloads } from './issues/notifications/hook-payloads.ts';
import { issuesSearch } from './issues/endpoints/search.ts';
import { milestonesSearch } from './milestones/endpoints/search.ts';
import { issuesDeleteIssue } from './issues/operations/delete-issue.ts';
import { planningSavedViews } from './saved-views/store.ts';
import { issuesRestTodo } from './issues/endpoints/rest-todo.ts';
import { labelsCreateLabel } from './labels/operations/create-label.ts';
import { milestonesCreateMilestone } from './milestones/operations/create-milestone.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const planningSlice: Slice = {
  endpoints: planningEndpoints,
  extensions: [
    ...milestonesHookPayloads,
    ...milestonesReleaseMilestones,
    ...planningNavigation,
    ...issuesIssues,
    ...issuesNoteable,
    ...planningCompletionSources,
    ...issuesDescription,
    ...issuesLinks,
    ...issuesQuickActions,
    ...emailParticipantsQuickActions,
    ...issuesNavigation,
    ...issuesReferences,
    ...issuesOnMentions,
    ...emailParticipantsLeaveIssue,
    ...notificationsNotificationSubject,
    ...notificationsHookPayloads,
    ...issuesSearch,
    ...milestonesSearch,
    ...issuesDeleteIssue,
    ...issuesRestTodo,
    ...planningSavedViews,
    ...labelsCreateLabel,
    ...milestonesCreateMilestone,
  ],
};
