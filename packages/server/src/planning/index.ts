/**
 * Owns issues, labels and milestones, and what all issuables share: lists, filters, assignees, common mutations.
 * Knows nothing of merge requests, which add counts and contents here.
 * Start with `planning-container.ts` (what labels and milestones belong to), then `issues/` and `shared/`.
 */

export { defineLabelUse } from './labels/label-uses.ts';
export { defineLabelCounter, type LabelCounter } from './labels/label-counts.ts';
export type { LabelView } from './labels/reads/label-views.ts';
export { findLabels, listLabelsFor } from './labels/reads/list-labels.ts';
export { namesOfThose, newLabels } from './labels/reads/new-labels.ts';
export { toLabelRef } from './labels/render/to-rest-label.ts';
export { defineMilestoneContents, type MilestoneContents } from './milestones/milestone-contents.ts';
export { findMilestone, findMilestones, getMilestone, listMilestonesFor } from './milestones/reads/list-milestones.ts';
export { referenceDetails } from './shared/reference-details.ts';
export { labelNamesOf } from './shared/labels-of-ids.ts';
export { labelsAndMilestones } from './shared/labels-and-milestones.ts';
export type { MilestoneView } from './milestones/reads/milestone-views.ts';
export { toRestMilestone } from './milestones/render/to-rest-milestone.ts';
export { groupContainer, type ContainerWithAncestors, projectContainer } from './planning-container.ts';

export { checkTexts } from './rules/check-texts.ts';
export { assigneesText, labelsText, milestoneText, reviewersText, titleText } from './rules/change-texts.ts';
export { type ListAddress, readListAddress } from './rules/list-address.ts';
export { idMatcher, type Matcher, wordMatcher } from './rules/matchers.ts';
export { titleHtml } from './rules/title-html.ts';
export { usersCondition } from './shared/conditions-store.ts';
export {
  type IssuableFacets,
  type IssuableFilter,
  issuableListing,
  type IssuableOrder,
  type Viewer,
} from './shared/listing-store.ts';
export * from './shared/list-input.ts';
export { issuableReads } from './shared/list-reads.ts';
export { sortsOf } from './shared/graphql-sorts.ts';
export {
  addCommonMutations,
  type IssuableTarget,
  issuableMutations,
  parseIid,
  usersMutation,
} from './shared/graphql-mutations.ts';
export { issuableStore, setLinks } from './shared/issuable-store.ts';
export { bulkChangeOf, bulkUpdate } from './shared/bulk-update.ts';
export { changesFields } from './shared/changes-fields.ts';
export { operationMode } from './shared/operation-mode.ts';
export { concernsOnlySelf, type UsersInput, usersInputOf, applyUsersInput } from './shared/users-input.ts';
export { type LabelsInput, milestoneIdOf, resolveLabels, resolveMilestone } from './shared/resolve-inputs.ts';
export { toPageLabel, toPageMilestone, toPageUser, toPageUserOrNull } from './shared/to-page-users.ts';
export { viewerOf } from './shared/viewer.ts';
export { savedViewsOf } from './saved-views/change-saved-views.ts';
export * from './issues/index.ts';
export { toRestLabelDetail } from './labels/render/to-rest-label.ts';
export { resourceEventRoutes } from './resource-events/endpoints/event-routes.ts';
export { eventsOfCreation, recordResourceEvents } from './resource-events/record-events.ts';
export { timeRoutes } from './time-tracking/endpoints/time-routes.ts';
export { toPageTime } from './time-tracking/to-page-time.ts';
export { toRestTimeStats } from './time-tracking/render/to-rest-time.ts';
export { applyTimeChange, type TimeChange, type TimeStats, timeStatsOf } from './time-tracking/track-time.ts';
export type { Commanded } from './quick-actions/commanded.ts';
export { defineCommonActions } from './quick-actions/common-actions.ts';
export { idsOf, putOn, findNamedUsers, userCommandResult, explainUserCommand } from './quick-actions/named-users.ts';
export { refuseCommand } from './quick-actions/read-args.ts';
export { addTimelogsOf } from './time-tracking/endpoints/graphql-timelogs.ts';

export { feedFields, feedFilters, isAtom, ownWork } from './shared/feed-input.ts';
