import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { diffRoutes } from './diff-routes.ts';
import { feedRoutes } from './feed-routes.ts';
import { repositoryPages } from './pages.ts';
import { repositoryScopedRoutes } from './scoped-routes.ts';
import { branchRoutes, tagRoutes } from './rest-branches.ts';
import { changelogRoutes } from './rest-changelog.ts';
import { commitActionRoutes } from './rest-commit-actions.ts';
import { commitRoutes } from './rest-commits.ts';
import { fileRoutes } from './rest-files.ts';
import { repositoryRoutes } from './rest-repository.ts';
import { templateRoutes } from './rest-templates.ts';
import { treeRoutes } from './rest-tree.ts';
import { uploadRoutes } from './upload-route.ts';

export const repositoryEndpoints: SliceEndpoints = {
  rest: [
    ...repositoryRoutes,
    ...treeRoutes,
    ...fileRoutes,
    ...commitRoutes,
    ...commitActionRoutes,
    ...changelogRoutes,
    ...branchRoutes,
    ...tagRoutes,
    ...templateRoutes,
  ],
  pages: repositoryPages,
  placeRoutes: [...repositoryScopedRoutes, ...diffRoutes, ...uploadRoutes, ...feedRoutes],
};
