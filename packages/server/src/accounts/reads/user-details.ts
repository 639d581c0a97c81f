import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { dismissedCallouts } from '@tributary/contract/accounts/preferences.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { toUserView } from '../rules/user-view.ts';
import { getAnybody, getSelf } from '../self.ts';
import { countUnusedRecoveryCodes } from '../store/two-factor.ts';
import type { UserLimits } from './user-limits.ts';
import type { UserRow } from '../store/users.ts';

/** Everything about a user that they or an administrator may know; endpoints choose what of it to show. */
export type UserDetails = {
  view: UserView;
  email: string;
  unconfirmedEmail: string | null;
  confirmedAt: Date | null;
  profile: Record<'bio' | 'location' | 'job_title' | 'organization' | 'pronouns' | 'website_url', string>;
  preferences: Record<string, unknown>;
  isAdmin: boolean;
  isExternal: boolean;
  isPrivate: boolean;
  /** As chosen, also where a private profile shows it to nobody else. */
  publicEmail: string;
  limits: UserLimits;
  /** For administrators alone. */
  adminNote: string;
  hasPassword: boolean;
  hasTwoFactor: boolean;
  hasFeedToken: boolean;
  twoFactorSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
  lastSignInAt: Date | null;
  currentSignInAt: Date | null;
  lastActivityOn: string | null;
};

export function toUserDetails(row: UserRow): UserDetails {
  return {
    view: toUserView(row),
    email: row.email,
    unconfirmedEmail: row.unconfirmed_email,
    confirmedAt: row.confirmed_at,
    profile: {
      bio: row.bio,
      location: row.location,
      job_title: row.job_title,
      organization: row.organization,
      pronouns: row.pronouns,
      website_url: row.website_url,
    },
    preferences: row.preferences,
    isAdmin: row.is_admin,
    isExternal: row.is_external,
    isPrivate: row.private_profile,
    publicEmail: row.public_email,
    limits: { projectsLimit: row.projects_limit, canCreateGroup: row.can_create_group },
    adminNote: row.admin_note,
    hasPassword: row.password_hash !== null,
    hasTwoFactor: row.otp_enabled_at !== null,
    hasFeedToken: row.feed_token_digest !== null,
    twoFactorSince: row.otp_enabled_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastSignInAt: row.last_sign_in_at,
    currentSignInAt: row.current_sign_in_at,
    lastActivityOn: row.last_activity_on,
  };
}

export async function getOwnDetails(ctx: Context): Promise<UserDetails> {
  return toUserDetails(await getSelf(ctx));
}

/** Whether the reader dismissed a callout; nothing is kept for those who are signed out. */
export async function hasDismissed(ctx: Context, name: string): Promise<boolean> {
  return actorId(ctx.actor) !== undefined && dismissedCallouts((await getOwnDetails(ctx)).preferences).includes(name);
}

/** Throws not_found. */
export async function getUserDetails(ctx: Context, id: number): Promise<UserDetails> {
  return toUserDetails(await getAnybody(ctx, id));
}

export function countRecoveryCodes(ctx: Context, userId: number): Promise<number> {
  return countUnusedRecoveryCodes(ctx.db, userId);
}
