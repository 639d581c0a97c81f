import type { SliceFaces } from '../../faces/slice.ts';
import { contextCommitPageRoutes } from '../context-commits/faces/page-routes.ts';
import { contextCommitRoutes } from '../context-commits/faces/rest.ts';
import { blobLinesRoutes } from '../diffs/faces/blob-lines.ts';
import { compareRoutes } from '../diffs/faces/compare-routes.ts';
import { diffPageRoutes } from '../diffs/faces/page-routes.ts';
import '../home/faces/search.ts';
import { mergeRequestPageRoutes } from './page-routes.ts';
import { branchRoutes } from './branch-routes.ts';
import { mergeRequestPages } from './pages.ts';
import { issueRoutesOfRequests } from '../issues/faces/rest.ts';
import { listRoutes } from './rest-list.ts';
import { mergeRoutes } from './rest-merge.ts';
import { diffRestRoutes } from './rest-diffs.ts';
import { findRoutes } from '../find/faces/page-routes.ts';
import { rebasedRoutes } from '../rebased/faces/page-routes.ts';
import { reportRoutes } from '../reports/faces/page-routes.ts';
import { reviewedRoutes } from '../reviewed/faces/page-routes.ts';
import { inboxRoutes } from '../inbox/faces/routes.ts';
import { readRoutes } from './rest-reads.ts';
import { requestRoutes } from './rest-requests.ts';
import { suggestionRoutes } from '../suggestions/faces/rest-suggestions.ts';
import { reviewFaces } from '../reviews/faces/index.ts';
import { tabRoutes } from './tab-routes.ts';
import { todoRoutes } from './rest-todo.ts';

export const mergeRequestFaces: SliceFaces = {
  graphql: async () => (await import('./graphql/index.ts')).extendWithMergeRequests,
  rest: [
    ...listRoutes,
    ...requestRoutes,
    ...readRoutes,
    ...diffRestRoutes,
    ...contextCommitRoutes,
    ...mergeRoutes,
    ...reviewFaces.rest,
    ...suggestionRoutes,
    ...issueRoutesOfRequests,
    ...todoRoutes,
    ...inboxRoutes,
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
    ...reviewFaces.placeRoutes,
  ],
  instanceRoots: ['dashboard'],
};
