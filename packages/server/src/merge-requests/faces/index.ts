import type { SliceFaces } from '../../faces/slice.ts';
import { listRoutes } from './rest-list.ts';
import { mergeRoutes } from './rest-merge.ts';
import { readRoutes } from './rest-reads.ts';
import { requestRoutes } from './rest-requests.ts';

export const mergeRequestFaces: SliceFaces = {
  graphql: async () => (await import('./graphql/index.ts')).extendWithMergeRequests,
  rest: [...listRoutes, ...requestRoutes, ...readRoutes, ...mergeRoutes],
};
