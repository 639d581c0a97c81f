import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { contextCommitPageRoutes } from '../context-commits/endpoints/page-routes.ts';
import { contextCommitRoutes } from '../context-commits/endpoints/rest.ts';
import { blobLinesRoutes } from '../diffs/endpoints/blob-lines.ts';
import { compareRoutes } from '../diffs/endpoints/compare-routes.ts';
import { diffPageRoutes } from '../diffs/endpoints/page-routes.ts';
import '../home/endpoints/search.ts';
import { mergeRequestPageRoutes } from './page-routes.ts';
import { branchRoutes } from './branch-routes.ts';
import { mergeRequestPages } from './pages.ts';
import { issueRoutesOfRequests } from '../issues/endpoints/rest.ts';
import { listRoutes } from './rest-list.ts';
import { mergeRoutes } from './rest-merge.ts';
import { diffRestRoutes } from './rest-diffs.ts';
import { findRoutes } from '../find/endpoints/page-routes.ts';
import { rebasedRoutes } from '../rebased/endpoints/page-routes.ts';
import { reportRoutes } from '../reports/endpoints/page-routes.ts';
import { reviewedRoutes } from '../viewed-files/endpoints/page-routes.ts';
import { inboxRoutes } from '../inbox/endpoints/routes.ts';
import { readRoutes } from './rest-reads.ts';
import { requestRoutes } from './rest-requests.ts';
import { suggestionRoutes } from '../suggestions/endpoints/rest-suggestions.ts';
import { reviewEndpoints } from '../reviews/endpoints/index.ts';
import { tabRoutes } from './tab-routes.ts';
import { todoRoutes } from './rest-todo.ts';

export const mergeRequestEndpoints: SliceEndpoints = {
  graphql: async () => (await import('./graphql/index.ts')).extendWithMergeRequests,
  rest: [
    ...listRoutes,
    ...requestRoutes,
    ...readRoutes,
    ...diffRestRoutes,
    ...contextCommitRoutes,
    ...mergeRoutes,
    ...reviewEndpoints.rest,
    ...suggestionRoutes,
    ...issueRoutesOfRequests,
    ...todoRoutes,
  ],
  pages: mergeRequestPages,
  placeRoutes: [
    ...mergeRequestPageRoutes,
    ...diffPageRoutes,
    ...contextCommitPageRoutes,
    ...compareRoutes,
    ...blobLinesRoutes,
    ...tabRoutes,
    ...branchRoutes,
    ...reviewedRoutes,
    ...rebasedRoutes,
    ...reportRoutes,
    ...findRoutes,
    ...inboxRoutes,
    ...reviewEndpoints.placeRoutes,
  ],
  instanceRoots: ['dashboard'],
};
