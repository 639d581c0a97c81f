import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { deploymentPages } from '../approvals/endpoints/pages.ts';
import { approvalPageRoutes } from '../approvals/endpoints/page-routes.ts';
import { approvalRoutes } from '../approvals/endpoints/rest.ts';
import { freezePeriodRoutes } from '../freezes/endpoints/rest.ts';
import { environmentSettingsPages } from '../protection/endpoints/pages.ts';
import { protectedEnvironmentRoutes } from '../protection/endpoints/rest.ts';
import { environmentActionRoutes } from './page-actions.ts';
import { environmentPages } from './pages.ts';
import { deploymentRoutes } from './rest-deployments.ts';
import { environmentRoutes } from './rest-environments.ts';

/** All endpoints of the slice, for app/slices.ts. */
export const environmentEndpoints: SliceEndpoints = {
  graphql: async () => (await import('./graphql.ts')).extendWithEnvironments,
  rest: [
    ...environmentRoutes,
    ...deploymentRoutes,
    ...protectedEnvironmentRoutes,
    ...approvalRoutes,
    ...freezePeriodRoutes,
  ],
  pages: [...environmentPages, ...deploymentPages, ...environmentSettingsPages],
  placeRoutes: [...environmentActionRoutes, ...approvalPageRoutes],
};
