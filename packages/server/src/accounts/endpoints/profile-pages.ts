import type { KeysPageData } from '@tributary/contract/accounts/keys-page.ts';
import { AVATAR_TYPES, MAX_AVATAR_BYTES, MIN_PASSWORD_LENGTH } from '@tributary/contract/accounts/limits.ts';
import type {
  AccessTokensPageData,
  AccountPageData,
  PreferencesPageData,
  ProfilePageData,
  SessionsPageData,
  TwoFactorSetupPageData,
} from '@tributary/contract/accounts/page.ts';
import { readPreferences } from '@tributary/contract/accounts/preferences.ts';
import { TOKEN_SCOPES } from '@tributary/contract/accounts/token-scopes.ts';
import { definePage } from '../../endpoints/pages/define-page.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { dayOf } from '../../platform/clock.ts';
import { listOwnSessions } from '../reads/list-sessions.ts';
import { findUserStatus } from '../reads/user-status.ts';
import { tokensOf } from '../reads/list-tokens.ts';
import { countRecoveryCodes, getOwnDetails } from '../reads/user-details.ts';
import { toProfileInput, toSessionItem, toTokenItem } from '../render/to-page-account.ts';
import { defaultExpiry, latestExpiry } from '../rules/token-input.ts';
import { keysPage } from '../reads/keys.ts';
import { profileContext } from './contexts.ts';
import { selfActor } from '../self.ts';

type Subject = { policy: PolicySubject };

const breadcrumbs = (text: string, href: string) => [
  { text: 'Your account', href: '/-/profile' },
  { text, href },
];

const profilePage = definePage<Subject, ProfilePageData>({
  kind: 'profile_settings',
  on: 'instance',
  path: '-/profile',
  ability: 'use_account',
  nav: 'profile',
  load: async ({ ctx }) => {
    const user = await getOwnDetails(ctx);
    return {
      title: 'Profile',
      context: profileContext(),
      breadcrumbs: breadcrumbs('Profile', '/-/profile'),
      data: {
        user: user.view,
        status: await findUserStatus(ctx, user.view.id),
        profile: toProfileInput(user),
        confirmedEmails: user.confirmedAt === null ? [] : [user.email],
        avatar: { maxBytes: MAX_AVATAR_BYTES, types: [...AVATAR_TYPES] },
      },
    };
  },
});

const keysPageOfUser = definePage<Subject, KeysPageData>({
  kind: 'profile_keys',
  on: 'instance',
  path: '-/profile/keys',
  ability: 'use_account',
  nav: 'keys',
  load: async ({ ctx }) => ({
    title: 'SSH and GPG keys',
    context: profileContext(),
    breadcrumbs: breadcrumbs('SSH and GPG keys', '/-/profile/keys'),
    data: await keysPage(ctx),
  }),
});

const accountPage = definePage<Subject, AccountPageData>({
  kind: 'profile_account',
  on: 'instance',
  path: '-/profile/account',
  ability: 'use_account',
  nav: 'account',
  load: async ({ ctx }) => {
    const user = await getOwnDetails(ctx);
    return {
      title: 'Account',
      context: profileContext(),
      breadcrumbs: breadcrumbs('Account', '/-/profile/account'),
      data: {
        username: user.view.username,
        email: user.email,
        isEmailConfirmed: user.confirmedAt !== null,
        unconfirmedEmail: user.unconfirmedEmail,
        hasPassword: user.hasPassword,
        twoFactor: {
          isEnabled: user.hasTwoFactor,
          enabledAt: user.twoFactorSince?.toISOString() ?? null,
          recoveryCodesLeft: await countRecoveryCodes(ctx, user.view.id),
        },
        minPasswordLength: MIN_PASSWORD_LENGTH,
      },
    };
  },
});

const twoFactorPage = definePage<Subject, TwoFactorSetupPageData>({
  kind: 'two_factor_setup',
  on: 'instance',
  path: '-/profile/two_factor_auth',
  ability: 'use_account',
  nav: 'account',
  load: async ({ ctx }) => {
    const user = await getOwnDetails(ctx);
    return {
      title: 'Two-factor authentication',
      context: profileContext(),
      breadcrumbs: [
        ...breadcrumbs('Account', '/-/profile/account'),
        { text: 'Two-factor authentication', href: '/-/profile/two_factor_auth' },
      ],
      data: { isEnabled: user.hasTwoFactor, recoveryCodesLeft: await countRecoveryCodes(ctx, user.view.id) },
    };
  },
});

const tokensPage = definePage<Subject, AccessTokensPageData>({
  kind: 'access_tokens',
  on: 'instance',
  path: '-/profile/personal_access_tokens',
  ability: 'manage_own_tokens',
  nav: 'tokens',
  load: async ({ ctx }) => {
    const user = await getOwnDetails(ctx);
    const { active, inactive } = await tokensOf(ctx, user.view.id);
    const today = dayOf(ctx.clock.now());
    return {
      title: 'Access tokens',
      context: profileContext(),
      breadcrumbs: breadcrumbs('Access tokens', '/-/profile/personal_access_tokens'),
      data: {
        active: active.map(toTokenItem),
        inactive: inactive.map(toTokenItem),
        hasFeedToken: user.hasFeedToken,
        scopes: TOKEN_SCOPES.filter((scope) => scope.name !== 'sudo' || selfActor(ctx).isAdmin).map(
          ({ name, text }) => ({
            name,
            text,
          }),
        ),
        defaultExpiresAt: defaultExpiry(today),
        maxExpiresAt: latestExpiry(today),
      },
    };
  },
});

const sessionsPage = definePage<Subject, SessionsPageData>({
  kind: 'sessions',
  on: 'instance',
  path: '-/profile/active_sessions',
  ability: 'use_account',
  nav: 'sessions',
  load: async ({ ctx }) => ({
    title: 'Sessions',
    context: profileContext(),
    breadcrumbs: breadcrumbs('Sessions', '/-/profile/active_sessions'),
    data: { sessions: (await listOwnSessions(ctx)).map(toSessionItem) },
  }),
});

const preferencesPage = definePage<Subject, PreferencesPageData>({
  kind: 'preferences',
  on: 'instance',
  path: '-/profile/preferences',
  ability: 'use_account',
  nav: 'preferences',
  load: async ({ ctx }) => ({
    title: 'Preferences',
    context: profileContext(),
    breadcrumbs: breadcrumbs('Preferences', '/-/profile/preferences'),
    data: { preferences: readPreferences((await getOwnDetails(ctx)).preferences) },
  }),
});

export const profilePages = [
  profilePage,
  accountPage,
  twoFactorPage,
  tokensPage,
  sessionsPage,
  preferencesPage,
  keysPageOfUser,
];
