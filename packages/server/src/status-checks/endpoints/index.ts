import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { projectCheckRoutes } from './rest-checks.ts';
import { requestCheckRoutes } from './rest-statuses.ts';

/** All endpoints of the slice, for app/slices.ts. */
export const statusCheckEndpoints: SliceEndpoints = {
  rest: [...projectCheckRoutes, ...requestCheckRoutes],
};
