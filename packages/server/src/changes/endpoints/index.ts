import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { contextCommitPageRoutes } from '../context-commits/endpoints/page-routes.ts';
import { contextCommitRoutes } from '../context-commits/endpoints/rest.ts';
import { licensePolicyRoutes } from '../licenses/endpoints/rest.ts';
import { diffRestRoutes } from './rest-diffs.ts';
import { findRoutes } from '../find/endpoints/page-routes.ts';
import { rebasedRoutes } from '../rebased/endpoints/page-routes.ts';
import { reportRoutes } from '../reports/endpoints/page-routes.ts';
import { reviewedRoutes } from '../viewed-files/endpoints/page-routes.ts';
import { blobLinesRoutes } from '../diffs/endpoints/blob-lines.ts';
import { compareRoutes } from '../diffs/endpoints/compare-routes.ts';
import { diffPageRoutes } from '../diffs/endpoints/page-routes.ts';

export const changesEndpoints: SliceEndpoints = {
  rest: [...diffRestRoutes, ...contextCommitRoutes, ...licensePolicyRoutes],
  placeRoutes: [
    ...diffPageRoutes,
    ...contextCommitPageRoutes,
    ...compareRoutes,
    ...blobLinesRoutes,
    ...reviewedRoutes,
    ...rebasedRoutes,
    ...reportRoutes,
    ...findRoutes,
  ],
};
