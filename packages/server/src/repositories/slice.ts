import { repositoriesProtection } from './protection/store.ts';
import { repositoriesRecoverPushes } from './jobs/recover-pushes.ts';
import { repositoriesRegistrations } from './registrations.ts';
import { refUpdatesNoteContents } from './ref-updates/note-contents.ts';
import { refUpdatesPushActivity } from './ref-updates/push-activity.ts';
import { pushRulesPushRuleStore } from './push-rules/store/push-rule-store.ts';
import { pushRulesPushRuleGate } from './push-rules/push-rule-gate.ts';
import { forksForkRepository } from './forks/jobs/fork-repository.ts';
import { maintenanceMaintainRepositories } from './maintenance/jobs/maintain-repositories.ts';
import { repositoriesSearchScopes } from './endpoints/search-scopes.ts';
import { tagsTagStore } from './protection/tags/tag-store.ts';
import { protectionRestGroups } from './protection/endpoints/rest-groups.ts';
import { pushRulesPages } from './push-rules/endpoints/pages.ts';
import type { Slice, SliceEndpoints } from '../endpoints/slice.ts';
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

const endpoints: SliceEndpoints = {
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

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const repositorySlice: Slice = {
  endpoints,
  extensions: [
    ...repositoriesProtection,
    ...repositoriesRecoverPushes,
    ...repositoriesRegistrations,
    ...refUpdatesNoteContents,
    ...refUpdatesPushActivity,
    ...pushRulesPushRuleStore,
    ...pushRulesPushRuleGate,
    ...forksForkRepository,
    ...maintenanceMaintainRepositories,
    ...repositoriesSearchScopes,
    ...tagsTagStore,
    ...protectionRestGroups,
    ...pushRulesPages,
  ],
};
