import './description.ts';
import './noteable.ts';
import './quick-actions.ts';
import './email-participants/quick-actions.ts';
import './navigation.ts';
import './references.ts';
import './on-mentions.ts';
import './notifications/notification-subject.ts';
import './notifications/hook-payloads.ts';

export { defineRelatedRequests, type RelatedRequest } from './closing-registry.ts';
export { inIssue } from './endpoints/subjects.ts';
export { assignSelf, unassignedIssues } from './operations/assign-self.ts';
export { closeIssue } from './operations/change-issue-state.ts';
export type { IssueView } from './reads/issue-views.ts';
export { visibleIssues } from './reads/list-issues.ts';
export { toRestIssue } from './render/to-rest-issue.ts';
