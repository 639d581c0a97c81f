import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { conflictRoutes } from '../conflicts/endpoints/routes.ts';
import { deploymentRoutes } from './deployment-routes.ts';
import { mergeRoutes } from './rest-merge.ts';

export const mergingEndpoints: SliceEndpoints = {
  rest: mergeRoutes,
  placeRoutes: [...conflictRoutes, ...deploymentRoutes],
};
