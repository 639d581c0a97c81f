import type { SliceFaces } from '../../faces/slice.ts';
import { labelPages } from '../labels/faces/pages.ts';
import { labelRoutes } from '../labels/faces/rest.ts';
import { milestonePages } from '../milestones/faces/pages.ts';
import { milestoneRoutes } from '../milestones/faces/rest.ts';
import '../milestones/faces/search.ts';

/** All faces of the slice, for app/slices.ts. */
export const planningFaces: SliceFaces = {
  graphql: async () => (await import('./graphql.ts')).extendWithPlanning,
  rest: [...labelRoutes, ...milestoneRoutes],
  pages: [...labelPages, ...milestonePages],
};
