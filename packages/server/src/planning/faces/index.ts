import type { SliceFaces } from '../../faces/slice.ts';
import '../issues/faces/search.ts';
import { issueLinkRoutes } from '../issues/faces/rest-links.ts';
import { issueListRoutes } from '../issues/faces/rest-list.ts';
import { issueFeedRoutes } from '../issues/faces/feed-routes.ts';
import { issuePlaceRoutes } from '../issues/faces/page-routes.ts';
import { issuePages } from '../issues/faces/pages.ts';
import { issueRoutes } from '../issues/faces/rest-issues.ts';
import { issueTimeAndEventRoutes } from '../issues/faces/rest-more.ts';
import { issueTodoRoutes } from '../issues/faces/rest-todo.ts';
import { labelPages } from '../labels/faces/pages.ts';
import { labelRoutes } from '../labels/faces/rest.ts';
import { milestonePages } from '../milestones/faces/pages.ts';
import { milestonePlaceRoutes } from '../milestones/faces/preview.ts';
import { milestoneRoutes } from '../milestones/faces/rest.ts';
import { knownValueRoutes } from './known-values.ts';
import '../milestones/faces/search.ts';

/** All faces of the slice, for app/slices.ts. */
export const planningFaces: SliceFaces = {
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
  placeRoutes: [...issuePlaceRoutes, ...issueFeedRoutes, ...milestonePlaceRoutes, ...knownValueRoutes],
};
