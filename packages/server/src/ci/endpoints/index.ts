import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { commitReportRoutes } from '../reports/endpoints/index.ts';
import { commitStatusRoutes } from './rest-statuses.ts';

/** All endpoints of the slice, for app/slices.ts. */
export const ciEndpoints: SliceEndpoints = { rest: [...commitStatusRoutes, ...commitReportRoutes] };
