import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { mergeRequestPageRoutes } from './page-routes.ts';
import { mergeRequestPages } from './pages.ts';

export const mergeRequestPageEndpoints: SliceEndpoints = {
  graphql: async () => (await import('./graphql/index.ts')).extendWithMergeRequests,
  pages: mergeRequestPages,
  placeRoutes: mergeRequestPageRoutes,
};
