import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { abusePage, abuseRoutes } from '../abuse/endpoints/abuse-routes.ts';
import { adminPages } from './admin-pages.ts';
import { adminRoutes } from './admin-routes.ts';
import { avatarRoutes, restAvatarRoute, restFindAvatarRoute } from './avatar-routes.ts';
import { profilePages } from './profile-pages.ts';
import { profileRoutes } from './profile-routes.ts';
import { restAuditRoutes } from './rest-audit.ts';
import { restEmailRoutes } from './rest-emails.ts';
import { restUserAttributeRoutes } from '../custom-attributes/endpoints/rest.ts';
import { restKeyRoutes } from './rest-keys.ts';
import { restUserKeyRoutes } from './rest-user-keys.ts';
import { restImpersonationTokenRoutes } from './rest-impersonation-tokens.ts';
import { restUserAdministrationRoutes } from './rest-user-administration.ts';
import { restCurrentUserRoutes } from './rest-current-user.ts';
import { restSettingsRoutes } from './rest-settings.ts';
import { restStatusRoutes } from './rest-status.ts';
import { restTokenRoutes } from './rest-tokens.ts';
import { restUserStateRoutes } from './rest-user-states.ts';
import { restUserRoutes } from './rest-users.ts';
import { signInPages } from './sign-in-pages.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';
import { watchTokenReuse } from './watch-token-reuse.ts';

export const accountEndpoints: SliceEndpoints = {
  rest: [
    ...restCurrentUserRoutes,
    ...restUserRoutes,
    ...restUserStateRoutes,
    ...restUserAdministrationRoutes,
    ...restEmailRoutes,
    ...restKeyRoutes,
    ...restUserKeyRoutes,
    ...restUserAttributeRoutes,
    ...restImpersonationTokenRoutes,
    ...restStatusRoutes,
    ...restTokenRoutes,
    ...restSettingsRoutes,
    ...restAuditRoutes,
    restAvatarRoute,
    restFindAvatarRoute,
  ],
  pages: [...signInPages, ...profilePages, ...adminPages, abusePage],
  placeRoutes: [
    ...signInRoutes,
    ...profileRoutes,
    ...twoFactorRoutes,
    ...tokenRoutes,
    ...avatarRoutes,
    ...adminRoutes,
    ...abuseRoutes,
  ],
  graphql: async () => (await import('./graphql.ts')).extendWithAccounts,
  instanceRoots: ['users', 'admin', 'uploads'],
  bind: (server, { platform }) => watchTokenReuse(server, platform),
};
