/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './events.ts';
import './jobs/recover-pushes.ts';
import './registrations.ts';
import './ref-updates/note-contents.ts';
import './ref-updates/push-activity.ts';
import './push-rules/push-rule-gate.ts';
import './forks/jobs/fork-repository.ts';
import './maintenance/jobs/maintain-repositories.ts';
import './endpoints/search-scopes.ts';
import type { SliceEndpoints } from '../endpoints/slice.ts';
import { repositoryEndpoints as files } from './endpoints/index.ts';
import { forkEndpoints } from './forks/endpoints/index.ts';
import { gitHttpEndpoints } from './git-http/endpoints/index.ts';
import { maintenanceRoutes } from './maintenance/endpoints/rest.ts';
import { protectionEndpoints } from './protection/endpoints/index.ts';
import { pushRulePages } from './push-rules/endpoints/pages.ts';
import { pushRuleRoutes } from './push-rules/endpoints/rest.ts';

const parts: readonly SliceEndpoints[] = [
  gitHttpEndpoints,
  files,
  protectionEndpoints,
  forkEndpoints,
  { rest: [...pushRuleRoutes, ...maintenanceRoutes], pages: pushRulePages },
];

export const repositoryEndpoints: SliceEndpoints = {
  rest: parts.flatMap((part) => part.rest ?? []),
  pages: parts.flatMap((part) => part.pages ?? []),
  placeRoutes: parts.flatMap((part) => part.placeRoutes ?? []),
  graphql: async () => {
    const [{ extendWithRepository }, { extendWithProtection }] = await Promise.all([
      import('./endpoints/graphql.ts'),
      import('./protection/endpoints/graphql.ts'),
    ]);
    return (builder) => {
      extendWithRepository(builder);
      extendWithProtection(builder);
    };
  },
  bind: async (server, tools) => {
    for (const part of parts) await part.bind?.(server, tools);
  },
};
