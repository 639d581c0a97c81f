import type { SliceEndpoints } from '../../../endpoints/slice.ts';
import { mergeRoutes } from '../../endpoints/rest-merge.ts';

export const mergingEndpoints: SliceEndpoints = { rest: mergeRoutes };
