import type { SliceFaces } from '../../faces/slice.ts';
import { hookPages, hookPlaceRoutes } from '../hooks/faces/pages.ts';
import { hookRoutes } from '../hooks/faces/rest.ts';
import { projectListRoutes } from '../lifecycle/faces/list-rest.ts';
import { projectRoutes } from '../lifecycle/faces/rest.ts';
import { memberRoutes } from '../members/faces/rest.ts';
import { namespaceRoutes } from '../namespaces/faces/rest.ts';
import { places } from '../navigation/faces/places.ts';

/** Faces of namespaces, members and projects themselves. */
export const placeFaces: SliceFaces = {
  rest: [...namespaceRoutes, ...memberRoutes, ...projectListRoutes, ...projectRoutes, ...hookRoutes],
  pages: [...hookPages],
  placeRoutes: [...hookPlaceRoutes],
  places,
};
