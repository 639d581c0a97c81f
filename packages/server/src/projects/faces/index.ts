import type { SliceFaces } from '../../faces/slice.ts';
import { commitReportFaces } from '../commit-reports/faces/index.ts';
import { commitStatusFaces } from '../commit-statuses/faces/index.ts';
import { forkFaces } from '../forks/faces/index.ts';
import { gitHttpFaces } from '../git-http/faces/index.ts';
import { protectionFaces } from '../protection/faces/index.ts';
import { repositoryFaces } from '../repository/faces/index.ts';
import { placeFaces } from './place-faces.ts';

/** Each part of the slice offers its own faces; add a part's `faces/index.ts` here. */
const parts: readonly SliceFaces[] = [
  placeFaces,
  gitHttpFaces,
  repositoryFaces,
  commitStatusFaces,
  commitReportFaces,
  protectionFaces,
  forkFaces,
];

/** All faces of the slice, for app/slices.ts. */
export const projectFaces: SliceFaces = {
  rest: parts.flatMap((part) => part.rest ?? []),
  pages: parts.flatMap((part) => part.pages ?? []),
  placeRoutes: parts.flatMap((part) => part.placeRoutes ?? []),
  places: parts.flatMap((part) => part.places ?? []),
  instanceRoots: parts.flatMap((part) => part.instanceRoots ?? []),
  graphql: async () => {
    const [{ extendWithProjects }, { extendWithRepository }, { extendWithProtection }] = await Promise.all([
      import('./graphql.ts'),
      import('../repository/faces/graphql.ts'),
      import('../protection/faces/graphql.ts'),
    ]);
    return (builder) => {
      extendWithProjects(builder);
      extendWithRepository(builder);
      extendWithProtection(builder);
    };
  },
  bind: async (server, tools) => {
    for (const part of parts) await part.bind?.(server, tools);
  },
};
