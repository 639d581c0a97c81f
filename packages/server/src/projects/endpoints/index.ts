import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { forkEndpoints } from '../forks/endpoints/index.ts';
import { gitHttpEndpoints } from '../git-http/endpoints/index.ts';
import { protectionEndpoints } from '../protection/endpoints/index.ts';
import { repositoryEndpoints } from '../repository/endpoints/index.ts';
import { containerEndpoints } from './container-endpoints.ts';

/** Each part of the slice offers its own endpoints; add a part's `endpoints/index.ts` here. */
const parts: readonly SliceEndpoints[] = [
  containerEndpoints,
  gitHttpEndpoints,
  repositoryEndpoints,
  protectionEndpoints,
  forkEndpoints,
];

/** All endpoints of the slice, for app/slices.ts. */
export const projectEndpoints: SliceEndpoints = {
  rest: parts.flatMap((part) => part.rest ?? []),
  pages: parts.flatMap((part) => part.pages ?? []),
  placeRoutes: parts.flatMap((part) => part.placeRoutes ?? []),
  places: parts.flatMap((part) => part.places ?? []),
  instanceRoots: parts.flatMap((part) => part.instanceRoots ?? []),
  graphql: async () => {
    const [{ extendWithProjects }, { extendWithRepository }, { extendWithProtection }] = await Promise.all([
      import('./graphql.ts'),
      import('../repository/endpoints/graphql.ts'),
      import('../protection/endpoints/graphql.ts'),
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
