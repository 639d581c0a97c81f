import type { SliceEndpoints } from '../../../endpoints/slice.ts';
import { contextCommitPageRoutes } from '../../context-commits/endpoints/page-routes.ts';
import { contextCommitRoutes } from '../../context-commits/endpoints/rest.ts';
import { diffRestRoutes } from '../../endpoints/rest-diffs.ts';
import { findRoutes } from '../../find/endpoints/page-routes.ts';
import { rebasedRoutes } from '../../rebased/endpoints/page-routes.ts';
import { reportRoutes } from '../../reports/endpoints/page-routes.ts';
import { reviewedRoutes } from '../../viewed-files/endpoints/page-routes.ts';
import { blobLinesRoutes } from './blob-lines.ts';
import { compareRoutes } from './compare-routes.ts';
import { diffPageRoutes } from './page-routes.ts';

export const changesEndpoints: SliceEndpoints = {
  rest: [...diffRestRoutes, ...contextCommitRoutes],
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
