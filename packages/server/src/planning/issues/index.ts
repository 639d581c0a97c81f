export { defineRelatedRequests, type RelatedRequest } from './closing-registry.ts';
export { inIssue } from './endpoints/subjects.ts';
export { assignSelf, unassignedIssues } from './operations/assign-self.ts';
export { closeIssue } from './operations/change-issue-state.ts';
export type { IssueView } from './reads/issue-views.ts';
export { visibleIssues } from './reads/list-issues.ts';
export { toRestIssue } from './render/to-rest-issue.ts';
