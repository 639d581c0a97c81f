import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { commitStatusRoutes } from './rest-statuses.ts';

/** All endpoints of the slice, for app/slices.ts. */
export const ciEndpoints: SliceEndpoints = { rest: [...commitStatusRoutes] };
