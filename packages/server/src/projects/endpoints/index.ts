import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { auditRoutes } from '../audit/endpoints/rest.ts';
import { avatarScopedRoutes, avatarRoutes } from '../avatars/endpoints/routes.ts';
import { projectActivityPages } from '../home/endpoints/project-activity-page.ts';
import { activityFeedRoutes } from '../home/endpoints/feed-routes.ts';
import { homePages } from '../home/endpoints/pages.ts';
import { eventRoutes } from '../home/endpoints/rest.ts';
import { badgeRoutes } from '../badges/endpoints/rest.ts';
import { customAttributeRoutes } from '../custom-attributes/endpoints/rest.ts';
import { deployKeyPages } from '../deploy-keys/endpoints/pages.ts';
import { deployKeyRoutes } from '../deploy-keys/endpoints/rest.ts';
import { deployTokenPages } from '../deploy-tokens/endpoints/pages.ts';
import { deployTokenRoutes } from '../deploy-tokens/endpoints/rest.ts';
import { projectListRoutes } from '../lifecycle/endpoints/list-rest.ts';
import { projectUserRoutes } from '../lifecycle/endpoints/rest-users.ts';
import { projectPages } from '../lifecycle/endpoints/pages.ts';
import { projectRoutes } from '../lifecycle/endpoints/rest.ts';
import { accessTokenPages } from '../access-tokens/endpoints/pages.ts';
import { accessTokenRoutes } from '../access-tokens/endpoints/rest.ts';
import { groupLinkRoutes } from '../group-links/endpoints/rest.ts';
import { jobTokenScopeRoutes } from '../job-token-scope/endpoints/rest.ts';
import { memberPages, memberScopedRoutes } from '../members/endpoints/pages.ts';
import { accessRequestRoutes } from '../members/endpoints/rest-access-requests.ts';
import { invitationRoutes } from '../members/endpoints/rest-invitations.ts';
import { membershipRoutes } from '../members/endpoints/rest-memberships.ts';
import { memberRoutes } from '../members/endpoints/rest.ts';
import { namespacePages } from '../namespaces/endpoints/pages.ts';
import { namespaceRoutes } from '../namespaces/endpoints/rest.ts';
import { transferRoutes } from '../namespaces/endpoints/rest-transfer.ts';
import { routeScopes } from '../navigation/endpoints/route-scopes.ts';
import { searchPages } from '../search/endpoints/pages.ts';
import { paletteRoute, searchRoutes } from '../search/endpoints/rest.ts';

/** Endpoints of namespaces, members, projects themselves, search and home, for app/slices.ts. */
export const projectEndpoints: SliceEndpoints = {
  rest: [
    ...namespaceRoutes,
    ...transferRoutes,
    ...memberRoutes,
    ...membershipRoutes,
    ...accessRequestRoutes,
    ...invitationRoutes,
    ...groupLinkRoutes,
    ...accessTokenRoutes,
    ...jobTokenScopeRoutes,
    ...deployKeyRoutes,
    ...deployTokenRoutes,
    ...badgeRoutes,
    ...auditRoutes,
    ...customAttributeRoutes,
    ...projectListRoutes,
    ...projectUserRoutes,
    ...projectRoutes,
    ...eventRoutes,
    ...searchRoutes,
    ...avatarRoutes,
  ],
  pages: [
    ...homePages,
    ...projectActivityPages,
    ...namespacePages,
    ...projectPages,
    ...memberPages,
    ...accessTokenPages,
    ...deployKeyPages,
    ...deployTokenPages,
    ...searchPages,
  ],
  placeRoutes: [...activityFeedRoutes, ...memberScopedRoutes, paletteRoute, ...avatarScopedRoutes],
  places: routeScopes,
  instanceRoots: ['explore', 'dashboard', 'search', 'projects', 'groups'],
  graphql: async () => (await import('./graphql.ts')).extendWithProjects,
};
