import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { inboxRoutes } from '../inbox/endpoints/routes.ts';
import { dependencyRoutes } from '../dependencies/endpoints/rest.ts';
import { issueRoutesOfRequests } from '../issues/endpoints/rest.ts';
import { mergeRequestBulkRoutes } from './bulk-routes.ts';
import { branchRoutes } from './branch-routes.ts';
import { mergeRequestFeedRoutes } from './feed-routes.ts';
import { listRoutes } from './rest-list.ts';
import { readRoutes } from './rest-reads.ts';
import { requestRoutes } from './rest-requests.ts';
import { todoRoutes } from './rest-todo.ts';
import { tabRoutes } from './tab-routes.ts';

export const mergeRequestEndpoints: SliceEndpoints = {
  rest: [...listRoutes, ...requestRoutes, ...readRoutes, ...issueRoutesOfRequests, ...todoRoutes, ...dependencyRoutes],
  placeRoutes: [...mergeRequestFeedRoutes, ...tabRoutes, ...mergeRequestBulkRoutes, ...branchRoutes, ...inboxRoutes],
  instanceRoots: ['dashboard'],
};
