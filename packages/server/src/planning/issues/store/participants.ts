import { issuableStore } from '../../shared/issuable-store.ts';

export const {
  listAssignees: listIssueAssignees,
  setAssignees: setIssueAssignees,
  listLabelIds: listIssueLabelIds,
  setLabels: setIssueLabels,
  replaceLabels: replaceIssueLabels,
  replaceMilestones: replaceIssueMilestones,
  findLevel: findIssueLevel,
  listLevelsOf: listIssueLevelsOf,
  putLevel: putIssueLevel,
  listLevels: listIssueLevels,
  touch: touchIssue,
  listIdsOfAuthor: listIssueIdsOfAuthor,
  deleteRow: deleteIssueRow,
} = issuableStore({
  rows: 'issues',
  type: 'Issue',
  key: 'issue_id',
  as: 'issueId',
  assignees: 'issue_assignees',
  labels: 'issue_labels',
  subscriptions: 'issue_subscriptions',
});
