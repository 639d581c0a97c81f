import type { SliceFaces } from '../../faces/slice.ts';
import { avatarPlaceRoutes, avatarRoutes } from '../avatars/faces/routes.ts';
import { projectActivityPages } from '../home/faces/project-activity-page.ts';
import { homePages } from '../home/faces/pages.ts';
import { eventRoutes } from '../home/faces/rest.ts';
import { hookPages, hookPlaceRoutes } from '../hooks/faces/pages.ts';
import { hookRoutes } from '../hooks/faces/rest.ts';
import { projectListRoutes } from '../lifecycle/faces/list-rest.ts';
import { projectPeopleRoutes } from '../lifecycle/faces/rest-people.ts';
import { projectPages } from '../lifecycle/faces/pages.ts';
import { projectRoutes } from '../lifecycle/faces/rest.ts';
import { accessTokenPages } from '../access-tokens/faces/pages.ts';
import { accessTokenRoutes } from '../access-tokens/faces/rest.ts';
import { groupLinkRoutes } from '../group-links/faces/rest.ts';
import { maintenanceRoutes } from '../maintenance/faces/rest.ts';
import { memberPages, memberPlaceRoutes } from '../members/faces/pages.ts';
import { accessRequestRoutes } from '../members/faces/rest-access-requests.ts';
import { invitationRoutes } from '../members/faces/rest-invitations.ts';
import { membershipRoutes } from '../members/faces/rest-memberships.ts';
import { memberRoutes } from '../members/faces/rest.ts';
import { namespacePages } from '../namespaces/faces/pages.ts';
import { namespaceRoutes } from '../namespaces/faces/rest.ts';
import { transferRoutes } from '../namespaces/faces/rest-transfer.ts';
import { places } from '../navigation/faces/places.ts';
import '../search/faces/own-scopes.ts';
import { searchPages } from '../search/faces/pages.ts';
import { paletteRoute, searchRoutes } from '../search/faces/rest.ts';

/** Faces of namespaces, members, projects themselves, webhooks, search and home. */
export const placeFaces: SliceFaces = {
  rest: [
    ...namespaceRoutes,
    ...transferRoutes,
    ...memberRoutes,
    ...membershipRoutes,
    ...accessRequestRoutes,
    ...invitationRoutes,
    ...groupLinkRoutes,
    ...accessTokenRoutes,
    ...projectListRoutes,
    ...projectPeopleRoutes,
    ...projectRoutes,
    ...hookRoutes,
    ...eventRoutes,
    ...searchRoutes,
    ...avatarRoutes,
    ...maintenanceRoutes,
  ],
  pages: [
    ...homePages,
    ...projectActivityPages,
    ...namespacePages,
    ...projectPages,
    ...memberPages,
    ...accessTokenPages,
    ...hookPages,
    ...searchPages,
  ],
  placeRoutes: [...hookPlaceRoutes, ...memberPlaceRoutes, paletteRoute, ...avatarPlaceRoutes],
  places,
  instanceRoots: ['explore', 'dashboard', 'search', 'projects', 'groups'],
};
