import type { Route } from '../../../endpoints/http/define-route.ts';
import { resourceEventRoutes } from '../../resource-events/endpoints/event-routes.ts';
import { timeRoutes } from '../../time-tracking/endpoints/time-routes.ts';
import type { IssueAccess } from '../issue-access.ts';
import { ISSUE_NOTEABLE } from '../noteable.ts';
import { trackIssueTime } from '../operations/track-issue-time.ts';
import { inIssue } from './subjects.ts';

const shared = {
  path: '/projects/:id/issues/:issue_iid',
  tag: 'Issues',
  noun: 'an issue',
  type: ISSUE_NOTEABLE,
  subject: inIssue,
  idOf: ({ row }: IssueAccess) => row.id,
};

/** What issues share with merge requests: time, and when labels, milestone, state and weight changed. */
export const issueTimeAndEventRoutes: readonly Route[] = [
  ...timeRoutes({
    ...shared,
    change: (ctx, issueId, change) => trackIssueTime(ctx, { issueId, change }),
  }),
  ...resourceEventRoutes({ ...shared, hasWeight: true }),
];
