import { NO_PROJECTS_LIMIT } from '@tributary/contract/accounts/limits.ts';
import type {
  RestCurrentUser,
  RestUserBasic,
  RestUserProfile,
  RestUserWithAdmin,
} from '@tributary/contract/accounts/rest.ts';
import type { UserState, UserView } from '@tributary/contract/accounts/user-view.ts';
import type { Identity } from '../reads/identities.ts';
import type { UserDetails } from '../reads/user-details.ts';

/** What rendering needs of a context: the address users use. */
type Place = { config: { url: string } };

function restState(state: UserState): RestUserBasic['state'] {
  return state === 'pending_approval' ? 'blocked_pending_approval' : state;
}

/** REST `UserBasic`: an author, assignee or member inside other answers. */
export function renderUserBasic(user: UserView, { config }: Place): RestUserBasic {
  return {
    id: user.id,
    username: user.username,
    public_email: user.publicEmail,
    name: user.name,
    state: restState(user.state),
    // Attempts are slowed down here, accounts are never locked.
    locked: false,
    avatar_url: user.avatarUrl === null ? null : config.url + user.avatarUrl,
    web_url: `${config.url}/${user.username}`,
  };
}

export function toRestProfile(user: UserDetails, place: Place): RestUserProfile {
  return {
    ...renderUserBasic(user.view, place),
    created_at: user.createdAt.toISOString(),
    bio: user.profile.bio,
    location: user.profile.location,
    linkedin: '',
    twitter: '',
    discord: '',
    website_url: user.profile.website_url,
    github: '',
    job_title: user.profile.job_title,
    pronouns: user.profile.pronouns,
    organization: user.profile.organization,
    bot: user.view.isBot,
    work_information: workInformation(user),
    followers: 0,
    following: 0,
    is_followed: false,
    local_time: null,
  };
}

function workInformation({ profile }: UserDetails): string | null {
  if (profile.job_title !== '' && profile.organization !== '') return `${profile.job_title} at ${profile.organization}`;
  return profile.job_title || profile.organization || null;
}

export function toRestCurrentUser(
  user: UserDetails,
  place: Place,
  identities: readonly Identity[] = [],
): RestCurrentUser {
  const { projectsLimit, canCreateGroup } = user.limits;
  return {
    ...toRestProfile(user, place),
    public_email: user.publicEmail === '' ? null : user.publicEmail,
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    confirmed_at: user.confirmedAt?.toISOString() ?? null,
    last_activity_on: user.lastActivityOn,
    email: user.email,
    theme_id: 1,
    color_scheme_id: 1,
    projects_limit: projectsLimit ?? NO_PROJECTS_LIMIT,
    current_sign_in_at: user.currentSignInAt?.toISOString() ?? null,
    identities: identities.map(({ provider, externUid }) => ({
      provider,
      extern_uid: externUid,
      saml_provider_id: null,
    })),
    can_create_group: user.isAdmin || (canCreateGroup && !user.isExternal),
    can_create_project: user.isAdmin || (projectsLimit !== 0 && !user.isExternal),
    two_factor_enabled: user.hasTwoFactor,
    external: user.isExternal,
    private_profile: user.isPrivate,
    commit_email: user.email,
    preferred_language: 'en',
    shared_runners_minutes_limit: null,
    extra_shared_runners_minutes_limit: null,
    scim_identities: [],
  };
}

export function toRestUserWithAdmin(
  user: UserDetails,
  place: Place,
  identities: readonly Identity[] = [],
): RestUserWithAdmin {
  return {
    ...toRestCurrentUser(user, place, identities),
    is_admin: user.isAdmin,
    note: user.adminNote === '' ? null : user.adminNote,
    created_by: null,
    using_license_seat: false,
    is_auditor: false,
  };
}
