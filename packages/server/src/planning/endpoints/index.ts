import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { issueBulkRoutes } from '../issues/endpoints/bulk-routes.ts';
import { issueLinkRoutes } from '../issues/endpoints/rest-links.ts';
import { issueListRoutes } from '../issues/endpoints/rest-list.ts';
import { issueFeedRoutes } from '../issues/endpoints/feed-routes.ts';
import { issueScopedRoutes } from '../issues/endpoints/page-routes.ts';
import { issuePages } from '../issues/endpoints/pages.ts';
import { issueRoutes } from '../issues/endpoints/rest-issues.ts';
import { issueTimeAndEventRoutes } from '../issues/endpoints/rest-more.ts';
import { issueTodoRoutes } from '../issues/endpoints/rest-todo.ts';
import { labelPages } from '../labels/endpoints/pages.ts';
import { labelRoutes } from '../labels/endpoints/rest.ts';
import { milestonePages } from '../milestones/endpoints/pages.ts';
import { milestoneScopedRoutes } from '../milestones/endpoints/preview.ts';
import { milestoneRoutes } from '../milestones/endpoints/rest.ts';
import { savedViewRoutes } from '../saved-views/endpoints/routes.ts';
import { knownValueRoutes } from './known-values.ts';

/** All endpoints of the slice, for app/slices.ts. */
export const planningEndpoints: SliceEndpoints = {
  graphql: async () => (await import('./graphql.ts')).extendWithPlanning,
  rest: [
    ...labelRoutes,
    ...milestoneRoutes,
    ...issueListRoutes,
    ...issueRoutes,
    ...issueLinkRoutes,
    ...issueTimeAndEventRoutes,
    ...issueTodoRoutes,
  ],
  pages: [...labelPages, ...milestonePages, ...issuePages],
  placeRoutes: [
    ...issueScopedRoutes,
    ...issueBulkRoutes,
    ...issueFeedRoutes,
    ...milestoneScopedRoutes,
    ...knownValueRoutes,
    ...savedViewRoutes,
  ],
};
