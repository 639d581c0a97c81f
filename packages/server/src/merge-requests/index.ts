/**
 * Owns merge requests: their rows, members, versions, lifecycle, lists, inbox, merge checks and rights.
 * What stands on them (changes, reviews, merging, pages) is in slices to the right; that comes by registry or event.
 * Start with `lifecycle/`, then `versions/` and `readiness/`.
 */

export {
  canClose,
  canCreate,
  canDelete,
  canLock,
  canNameContext,
  canReadCode,
  canReopen,
  canReviewChanges,
  canSetMetadata,
  canSubscribe,
  canUpdate,
} from './abilities.ts';
/** @public */
export { branchTips, branchTipsFact, gitMergeFact, projectFact, requestFact } from './readiness/built-in-facts.ts';
export { given } from './readiness/reads/evaluate.ts';
export { readinessOf } from './readiness/reads/readiness-of.ts';
export { messageOf, type Readiness } from './readiness/summarize.ts';
export { type ReadinessCause, readinessChanged, requestMergeCheck } from './readiness/operations/readiness-changed.ts';
export { threadsChanged } from './readiness/operations/threads-changed.ts';
export { jiraAssociations } from './jira/merge-check.ts';
export { firstDeployedAt } from './deployments/deployed-store.ts';
export { dependenciesOf, dependenciesPart, dependencyReference } from './dependencies/reads/dependencies-part.ts';
export { answerMergeRequest } from './endpoints/answer-merge-request.ts';
export { inMergeRequest, onMergeRequestPage } from './endpoints/subjects.ts';
export { inboxPage } from './inbox/endpoints/page.ts';
export { assignClosingIssues, issuesOfRequest, issuesToAssign, namedIssues } from './issues/related-requests.ts';
export { announceMerge } from './lifecycle/announce-merge.ts';
export { loadForChange, loadLocked } from './lifecycle/load-for-change.ts';
export { changeMergeRequest } from './lifecycle/operations/change-merge-request.ts';
export { closeMergeRequest, reopenMergeRequest } from './lifecycle/operations/change-state.ts';
export { checkDifferent, createMergeRequest, readPair } from './lifecycle/operations/create-merge-request.ts';
export { retargetMergeRequest } from './lifecycle/operations/retarget.ts';
export { chooseRequestLevel, setSubscribed } from './lifecycle/operations/subscribe.ts';
export { trackTime } from './lifecycle/operations/track-time.ts';
export { textVersion, type UpdateInput, updateMergeRequest } from './lifecycle/operations/update-merge-request.ts';
export { defineRequestAction, isOpen, mayUpdateOpen, type RequestActionCheck } from './lifecycle/request-action.ts';
export { checkFork, isSameNetwork } from './lifecycle/rules/fork-network.ts';
export { usersWhoCanRead } from './lifecycle/users-who-can-read.ts';
export { filterOfInput } from './listing/filter-of-input.ts';
export { type ListQuery, orderOf, readListQuery } from './listing/list-query.ts';
export {
  accessOf,
  findMergeRequestAccess,
  findMergeRequestAccesses,
  findProjectAccess,
  findProjectAccesses,
  getMergeRequest,
  type MergeRequestAccess,
  pathOf,
  referenceOf,
  RESOURCE,
  rowById,
  rowByNumber,
  topicOf,
} from './merge-request-access.ts';
export {
  type BranchPermissions,
  branchPermissionsOf,
  canMergeNow,
  canPickMerged,
  canPushToSource,
  canRemoveSource,
  pushToSourceRefusal,
  rebaseRefusal,
  sourceRights,
} from './merge-rights.ts';
export { NOTEABLE_TYPE, noteableOf } from './noteable.ts';
export { mergeRequestHook } from './notifications/hook-payloads.ts';
export { forgetApproval, recordMergeRequestActivity, recordMergeRequestComments } from './notifications/activity.ts';
export { mergeRequestHookBody } from './notifications/hook-payloads.ts';
export { PERSONAL_CHANGE, publishMergeRequestChange } from './notifications/publish-merge-request-change.ts';
export { definePendingComments, pendingComments, type PendingPosition } from './pending-comments.ts';
export { createTrainPipeline } from './pipelines/create-request-pipeline.ts';
export { hasCi, widgetPipelines } from './pipelines/page-pipelines.ts';
export {
  countRequestPipelines,
  headPipelineOf,
  testedHeadOf,
  mergePipelineOf,
  listRequestPipelines,
  type RequestPipeline,
  SUBJECT_TYPE as PIPELINE_SUBJECT,
} from './pipelines/request-pipelines.ts';
export { canAllowCollaboration } from './pushes/collaboration.ts';
export { eachArrivedRequest, reconcileArrivedJob } from './pushes/reconcile-arrived.ts';
export { cachedPart, latestCommits, versionsOf } from './reads/cached-parts.ts';
export { countTabs, listMergeRequests, openRequestsByProject } from './reads/list-merge-requests.ts';
export { listParticipants } from './reads/list-participants.ts';
export {
  chosenLevel,
  mergeRequestDetail,
  type MergeRequestDetail,
  recheckIfNeeded,
  subscribedAmong,
} from './reads/merge-request-detail.ts';
export { buildMergeRequestView, descriptionHtml, type MergeRequestView } from './reads/merge-request-views.ts';
export { listNetwork } from './reads/network.ts';
export { mergeRequestNoteableData } from './reads/noteable-data.ts';
export { patchIdsOf } from './reads/patch-ids.ts';
export { findPushedBranch } from './reads/pushed-branch.ts';
export { sidebarExtras } from './reads/sidebar-extras.ts';
export { commitPage, requireVersion, versionPage } from './reads/versions-and-commits.ts';
export { requestIsReadable, visibleRequestIds } from './reads/visible-request-ids.ts';
export { toRestCommit, toRestVersion } from './render/to-rest.ts';
export { describeConflicts } from './rules/conflict-texts.ts';
export { defaultTexts, mergeCommitMessage, splitMessage, squashCommitMessage } from './rules/default-texts.ts';
export { isDraftTitle } from './rules/draft-title.ts';
export { requestPaths, type RequestPaths } from './rules/merge-paths.ts';
export {
  commitValues,
  fillMessageTemplate,
  signature,
  type Signer,
  type TemplateValues,
  trailerLines,
} from './rules/message-template.ts';
export { isSourceBeingRemoved, removalGivenUpAt } from './rules/source-removal.ts';
export { branchDeletedText, contextText, outdatedText } from './rules/system-texts.ts';
export { defineRequestVariables } from './pipelines/request-variables.ts';
export { listReviewers } from './store/assignees-and-reviewers.ts';
export {
  findMergeIntentOf,
  insertMergeIntent,
  insertMergeRecord,
  listMergeDecisions,
  listMergeIntents,
  type MergeIntentRow,
  takeMergeIntent,
} from './store/intents.ts';
export type { MergeRequestFilter, MergeRequestOrder, NegatableFilter } from './store/listing.ts';
export {
  endSourceRemoval,
  findMergeRequestById,
  findOpenForPair,
  listOpenByHead,
  listOpenBySource,
  listMergeRequestsByIds,
  listOpenByTarget,
  lockEvenMerging,
  lockMergeRequest,
  type MergeRequestRow,
  touchMergeRequest,
  updateMergeRequestRow,
} from './store/merge-requests.ts';
export {
  findVersion,
  findVersionById,
  findVersionNumber,
  findVersionOfCommit,
  isVersionBetween,
  listBuildingVersions,
  listReferencedShas,
  listVersionCommits,
  listVersions,
  listVersionsByIds,
  updateVersion,
  type VersionCommitRow,
  type VersionRow,
} from './store/versions.ts';
export type { VersionState } from './tables.ts';
export { secondsToWait } from './versions/admit-question.ts';
export { type BranchPair, branchTip, bringSource, requireTip } from './versions/branch-ends.ts';
export { commitNamed } from './versions/commit-named.ts';
export { findCommitOfVersion, findVersionOfUnstoredCommit, type VersionCommit } from './versions/commit-of-version.ts';
export { type MergeToday, mergeToday, readMergeRefCommit } from './versions/merge-ref.ts';
export { listedCommit } from './versions/listed-commit.ts';
export { type NewVersion, onVersion } from './versions/on-version.ts';
export type { ReadVersion } from './versions/read-version.ts';
export { syncHead } from './versions/sync-head.ts';
export { versionCommitColumns } from './versions/version-columns.ts';

/** @public For slices to the right, which add conditions of merging. */
export {
  CHECK_ORDER,
  defineFact,
  registerFact,
  defineMergeCheck,
  type Fact,
  type MergeCheck,
} from './readiness/define-check.ts';
export {
  type AutoMergeRow,
  deleteAutoMerge,
  failAutoMerge,
  findAutoMerge,
  listWaitingAutoMerges,
  saveAutoMerge,
} from './store/auto-merges.ts';
export { attemptRebase, endRebase, insertRebase, type RebaseRow, setMergeError } from './store/rebases.ts';
export { rebaseState } from './reads/rebase-state.ts';
