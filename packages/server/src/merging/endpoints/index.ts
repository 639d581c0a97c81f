import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { conflictRoutes } from '../conflicts/endpoints/routes.ts';
import { doraPages } from '../dora/endpoints/pages.ts';
import { doraRoutes } from '../dora/endpoints/rest.ts';
import { stackRoutes } from '../stacks/endpoints/rest.ts';
import { deploymentRoutes } from './deployment-routes.ts';
import { trainPages } from '../trains/endpoints/pages.ts';
import { trainRoutes } from '../trains/endpoints/rest-trains.ts';
import { mergeRoutes } from './rest-merge.ts';

export const mergingEndpoints: SliceEndpoints = {
  graphql: async () => (await import('../dora/endpoints/graphql.ts')).extendWithDora,
  rest: [...mergeRoutes, ...doraRoutes, ...stackRoutes, ...trainRoutes],
  pages: [...trainPages, ...doraPages],
  placeRoutes: [...conflictRoutes, ...deploymentRoutes],
};
