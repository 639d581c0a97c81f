import type { Slice } from '../endpoints/slice.ts';
import { mergeRequestEndpoints } from './endpoints/index.ts';
import { mergeRequestsMergeRequests } from './store/merge-requests.ts';
import { mergeRequestsNoteable } from './noteable.ts';
import { pushesCollaboration } from './pushes/collaboration.ts';
import { readinessBuiltInFacts } from './readiness/built-in-facts.ts';
import { notificationsPublishAttentionSetChange } from './notifications/publish-attention-set-change.ts';
import { readinessReadinessChanged } from './readiness/operations/readiness-changed.ts';
import { dependenciesBlocks } from './dependencies/store/blocks.ts';
import { mergeTimeMergeTime } from './merge-time/merge-time.ts';
import { lifecycleDescription } from './lifecycle/description.ts';
import { lifecycleQuickActions } from './lifecycle/quick-actions.ts';
import { listingCompletionSource } from './listing/completion-source.ts';
import { mergeRequestsBranchRequests } from './reads/branch-requests.ts';
import { readinessBuiltInChecks } from './readiness/built-in-checks.ts';
import { dependenciesMergeCheck } from './dependencies/merge-check.ts';
import { deploymentsLinkDeployed } from './deployments/link-deployed.ts';
import { jiraMergeCheck } from './jira/merge-check.ts';
import { dependenciesBlockingRequestChanged } from './dependencies/blocking-request-changed.ts';
import { readinessWatchReadiness } from './readiness/jobs/watch-readiness.ts';
import { versionsVisibleVersions } from './versions/visible-versions.ts';
import { mergeRequestsIntents } from './store/intents.ts';
import { pushesOnPush } from './pushes/on-push.ts';
import { pushesMergedOutside } from './pushes/merged-outside.ts';
import { pushesPushMessages } from './pushes/push-messages.ts';
import { pushesPushOptions } from './pushes/push-options.ts';
import { notificationsNotificationSubject } from './notifications/notification-subject.ts';
import { notificationsHookPayloads } from './notifications/hook-payloads.ts';
import { homeContributors } from './home/contributors.ts';
import { homeHomeSection } from './home/home-section.ts';
import { homeNavigation } from './home/navigation.ts';
import { issuesCreateFromIssue } from './issues/create-from-issue.ts';
import { issuesRefreshNamedIssues } from './issues/refresh-named-issues.ts';
import { issuesOnMentions } from './issues/on-mentions.ts';
import { pushesOnCommitMessages } from './pushes/on-commit-messages.ts';
import { issuesRelatedRequests } from './issues/related-requests.ts';
import { mergeRequestsPushedBranch } from './reads/pushed-branch.ts';
import { readinessFollowCauses } from './readiness/jobs/follow-causes.ts';
import { pipelinesRequestVariables } from './pipelines/request-variables.ts';
import { pipelinesCreateRequestPipeline } from './pipelines/create-request-pipeline.ts';
import { pipelinesFailedPipelineTodos } from './pipelines/failed-pipeline-todos.ts';
import { mergeRequestsReferences } from './references.ts';
import { homeSearch } from './home/endpoints/search.ts';
import { mergeRequestsRestList } from './endpoints/rest-list.ts';
import { lifecycleDeleteMergeRequest } from './lifecycle/operations/delete-merge-request.ts';
import { mergeRequestsRestTodo } from './endpoints/rest-todo.ts';
import { pushesReconcileArrived } from './pushes/reconcile-arrived.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const mergeRequestSlice: Slice = {
  endpoints: mergeRequestEndpoints,
  extensions: [
    ...mergeRequestsMergeRequests,
    ...mergeRequestsNoteable,
    ...pushesCollaboration,
    ...readinessBuiltInFacts,
    ...notificationsPublishAttentionSetChange,
    ...readinessReadinessChanged,
    ...dependenciesBlocks,
    ...mergeTimeMergeTime,
    ...lifecycleDescription,
    ...lifecycleQuickActions,
    ...listingCompletionSource,
    ...mergeRequestsBranchRequests,
    ...readinessBuiltInChecks,
    ...dependenciesMergeCheck,
    ...deploymentsLinkDeployed,
    ...jiraMergeCheck,
    ...dependenciesBlockingRequestChanged,
    ...readinessWatchReadiness,
    ...versionsVisibleVersions,
    ...mergeRequestsIntents,
    ...pushesOnPush,
    ...pushesMergedOutside,
    ...pushesPushMessages,
    ...pushesPushOptions,
    ...notificationsNotificationSubject,
    ...notificationsHookPayloads,
    ...homeContributors,
    ...homeHomeSection,
    ...homeNavigation,
    ...issuesCreateFromIssue,
    ...issuesRefreshNamedIssues,
    ...issuesOnMentions,
    ...pushesOnCommitMessages,
    ...issuesRelatedRequests,
    ...mergeRequestsPushedBranch,
    ...readinessFollowCauses,
    ...pipelinesRequestVariables,
    ...pipelinesCreateRequestPipeline,
    ...pipelinesFailedPipelineTodos,
    ...mergeRequestsReferences,
    ...homeSearch,
    ...mergeRequestsRestList,
    ...lifecycleDeleteMergeRequest,
    ...mergeRequestsRestTodo,
    ...pushesReconcileArrived,
  ],
};
