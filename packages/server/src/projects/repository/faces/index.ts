import type { SliceFaces } from '../../../faces/slice.ts';
import { repositoryPages } from './pages.ts';
import { repositoryPlaceRoutes } from './place-routes.ts';

export const repositoryFaces: SliceFaces = { pages: repositoryPages, placeRoutes: repositoryPlaceRoutes };
