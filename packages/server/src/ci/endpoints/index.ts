import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { commitReportRoutes } from '../reports/endpoints/index.ts';
import { runnerOwnerRoutes } from '../runners/endpoints/rest-owners.ts';
import { runnerSessionRoutes } from '../runners/endpoints/rest-protocol.ts';
import { runnerRoutes } from '../runners/endpoints/rest-runners.ts';
import { pipelinePageRoutes } from './page-routes.ts';
import { pipelinePages } from './pages.ts';
import { jobRoutes } from './rest-jobs.ts';
import { pipelineRoutes } from './rest-pipelines.ts';
import { commitStatusRoutes } from './rest-statuses.ts';

/** All endpoints of the slice, for app/slices.ts. */
export const ciEndpoints: SliceEndpoints = {
  graphql: async () => (await import('./graphql/index.ts')).extendWithCi,
  rest: [
    ...commitStatusRoutes,
    ...commitReportRoutes,
    ...pipelineRoutes,
    ...jobRoutes,
    ...runnerSessionRoutes,
    ...runnerRoutes,
    ...runnerOwnerRoutes,
  ],
  pages: pipelinePages,
  placeRoutes: pipelinePageRoutes,
};
