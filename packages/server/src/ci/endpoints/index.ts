import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { commitReportRoutes } from '../reports/endpoints/index.ts';
import { scheduleRoutes } from '../schedules/endpoints/rest-schedules.ts';
import { triggerRoutes } from '../triggers/endpoints/rest-triggers.ts';
import { variableRoutes } from '../variables/endpoints/rest-variables.ts';
import { pageActionRoutes } from './page-actions.ts';
import { pipelinePageRoutes } from './page-routes.ts';
import { pipelinePages } from './pages.ts';
import { jobRoutes } from './rest-jobs.ts';
import { pipelineRoutes } from './rest-pipelines.ts';
import { runRoutes } from './rest-run.ts';
import { commitStatusRoutes } from './rest-statuses.ts';

/** All endpoints of the slice, for app/slices.ts. */
export const ciEndpoints: SliceEndpoints = {
  graphql: async () => (await import('./graphql/index.ts')).extendWithCi,
  rest: [
    ...commitStatusRoutes,
    ...commitReportRoutes,
    ...pipelineRoutes,
    ...jobRoutes,
    ...runRoutes,
    ...variableRoutes,
    ...triggerRoutes,
    ...scheduleRoutes,
  ],
  pages: pipelinePages,
  placeRoutes: [...pipelinePageRoutes, ...pageActionRoutes],
};
