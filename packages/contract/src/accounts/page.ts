import type { UserPreferences } from './preferences.ts';
import type { GeneralSettings } from './settings.ts';
import type { UserState, UserStatusView, UserView } from './user-view.ts';

/**
 * Page data of the accounts slice. Forms are sent as JSON (or form-encoded) with `X-CSRF-Token` where there is a
 * session. Errors about single inputs come as `error.fields` with the names used in the body.
 * A 403 with the code `reauthentication_required` asks for the password: send it to `confirmPasswordPath`, then repeat.
 */
export const accountPaths = {
  /** POST {login, password, redirect?} → SignInAnswer */
  signIn: '/users/sign_in',
  /** POST {code, redirect?} → SignInAnswer; the code of the app or a recovery code */
  secondFactor: '/users/sign_in/two_factor',
  /** POST → {redirect}; a plain form with `authenticity_token` is sent on to the sign-in page */
  signOut: '/users/sign_out',
  /** POST {username, name, email, password} → SignUpAnswer */
  signUp: '/users/sign_up',
  /** POST {email} → 202 {message}, the same for every address */
  requestPasswordReset: '/users/password',
  /** PUT {token, password} → {redirect} */
  resetPassword: '/users/password',
  /** POST {token} → {redirect} */
  confirmEmail: '/users/confirmation',
  /** POST {password} → 204; proves who sits there for the next ten minutes */
  confirmPassword: '/users/confirm_password',
  /** PUT ProfileInput → 204 */
  profile: '/-/profile',
  /** POST multipart `avatar` → {avatarUrl}; DELETE → 204 */
  avatar: '/-/profile/avatar',
  /** PUT {username} → {redirect} */
  username: '/-/profile/username',
  /** PUT {current_password, password} → 204; other sessions end */
  password: '/-/profile/password',
  /** PUT {email} → 202; the new address must be confirmed. DELETE → 204 forgets the pending address. (re-authentication) */
  email: '/-/profile/email',
  /** POST → 204; sends the confirmation again */
  emailConfirmation: '/-/profile/email/confirmation',
  /** POST → TwoFactorSecret (re-authentication) */
  twoFactorSecret: '/-/profile/two_factor_auth/secret',
  /** POST {code} → RecoveryCodes; DELETE → 204 (re-authentication) */
  twoFactor: '/-/profile/two_factor_auth',
  /** POST → RecoveryCodes; the old ones end (re-authentication) */
  recoveryCodes: '/-/profile/two_factor_auth/recovery_codes',
  /** POST {name, description?, scopes, expires_at?} → CreatedToken (re-authentication) */
  tokens: '/-/profile/personal_access_tokens',
  feedToken: '/-/profile/reset_feed_token',
  /** DELETE `/:id` → 204 ends one; DELETE without id → 204 ends all others */
  sessions: '/-/profile/active_sessions',
  /** PUT, any of UserPreferences → 204 */
  preferences: '/-/preferences',
  /** POST {username, name, email, password?, is_admin?, is_external?} → {id, redirect}; without a password a link is mailed */
  adminUsers: '/admin/users',
  /** PUT, any of GeneralSettings → 204 */
  adminSettings: '/admin/settings',
} as const;

/** Token: DELETE revokes → 204; POST `/rotate` → CreatedToken (re-authentication). */
export const tokenPath = (id: number): string => `${accountPaths.tokens}/${id}`;

/** User: PUT edits → 204 (AdminUserInput), DELETE removes → 204; POST `/<action>` → 204 (AdminUserAction). */
export const adminUserPath = (id: number): string => `${accountPaths.adminUsers}/${id}`;

export type AdminUserAction =
  | 'block'
  | 'unblock'
  | 'deactivate'
  | 'activate'
  | 'approve'
  | 'ban'
  | 'unban'
  | 'make_admin'
  | 'remove_admin'
  | 'send_password_reset'
  | 'disable_two_factor'
  | 'end_sessions';

export type SignInAnswer = { redirect: string; secondFactor: boolean };
/** `redirect` is null while the account waits for approval; show `message` then. */
export type SignUpAnswer = { redirect: string | null; message: string | null };
/** `image` is a data address of an SVG for `<img>`. */
export type TwoFactorSecret = { secret: string; uri: string; image: string };
/** Shown once. */
export type RecoveryCodes = { recoveryCodes: string[] };
/** `token` is shown once. */
export type CreatedToken = { token: string; item: AccessTokenItem };

/** Kind `sign_in`, /users/sign_in?redirect=/own/path */
export type SignInPageData = { redirect: string; signUpEnabled: boolean };

/** Kind `sign_in_second_factor`, /users/sign_in/two_factor */
export type SecondFactorPageData = { redirect: string };

/** Kind `sign_up`, /users/sign_up. `enabled` false: say that it is switched off. */
export type SignUpPageData = { enabled: boolean; needsApproval: boolean; minPasswordLength: number };

/** Kind `password_reset_request`, /users/password/new. `mailWorks` false: mail is only kept for administrators. */
export type PasswordResetRequestPageData = { mailWorks: boolean };

/** Kind `password_reset`, /users/password/edit?token= */
export type PasswordResetPageData = { token: string; isValid: boolean; minPasswordLength: number };

/** Kind `email_confirmation`, /users/confirmation?token= : a page with one button. */
export type EmailConfirmationPageData = { token: string; isValid: boolean; email: string | null };

export type ProfileInput = {
  name: string;
  bio: string;
  location: string;
  job_title: string;
  organization: string;
  pronouns: string;
  website_url: string;
  public_email: string;
  private_profile: boolean;
};

/** Kind `profile_settings`, /-/profile */
export type ProfilePageData = {
  user: UserView;
  /** Changed with `PUT /api/v4/user/status`. */
  status: UserStatusView | null;
  profile: ProfileInput;
  /** Addresses that may be chosen as public one. */
  confirmedEmails: string[];
  avatar: { maxBytes: number; types: string[] };
};

/** Kind `profile_account`, /-/profile/account */
export type AccountPageData = {
  username: string;
  email: string;
  isEmailConfirmed: boolean;
  /** Waits for the link in the mail. */
  unconfirmedEmail: string | null;
  hasPassword: boolean;
  twoFactor: { isEnabled: boolean; enabledAt: string | null; recoveryCodesLeft: number };
  minPasswordLength: number;
};

/** Kind `two_factor_setup`, /-/profile/two_factor_auth */
export type TwoFactorSetupPageData = { isEnabled: boolean; recoveryCodesLeft: number };

export type AccessTokenItem = {
  id: number;
  name: string;
  description: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  /** `YYYY-MM-DD`, the first day on which it does not work any more. */
  expiresAt: string;
  state: 'active' | 'expired' | 'revoked';
};

/** A token of a project or group, with the role it has there. */
export type ResourceTokenItem = AccessTokenItem & { roleName: string };

/**
 * Kinds `project_access_tokens` (`<project>/-/settings/access_tokens`) and `group_access_tokens`
 * (`/groups/<path>/-/settings/access_tokens`). Changed with `/api/v4/{groups,projects}/:id/access_tokens`.
 */
export type ResourceTokensPageData = Omit<AccessTokensPageData, 'active' | 'inactive'> & {
  place: { kind: 'project' | 'group'; id: number };
  active: ResourceTokenItem[];
  inactive: ResourceTokenItem[];
  /** Roles that a new token may have; none when the viewer may not make any. */
  roles: { value: number; name: string }[];
  canRevoke: boolean;
};

/** Kind `access_tokens`, /-/profile/personal_access_tokens */
export type AccessTokensPageData = {
  active: AccessTokenItem[];
  /** The newest fifty. */
  inactive: AccessTokenItem[];
  /** Only of users. */
  hasFeedToken?: boolean;
  scopes: { name: string; text: string }[];
  defaultExpiresAt: string;
  maxExpiresAt: string;
};

export type SessionItem = {
  id: number;
  isCurrent: boolean;
  ip: string | null;
  /** `Firefox on Linux`, as far as it can be told. */
  device: string;
  signedInAt: string;
  lastUsedAt: string;
};

/** Kind `sessions`, /-/profile/active_sessions */
export type SessionsPageData = { sessions: SessionItem[] };

/** Kind `preferences`, /-/profile/preferences */
export type PreferencesPageData = { preferences: UserPreferences };

/** Kind `admin_overview`, /admin */
export type AdminOverviewPageData = {
  counts: { key: string; label: string; count: number; href: string | null }[];
  version: string;
  nodeVersion: string;
  postgresVersion: string;
  mailWorks: boolean;
  /** Accounts waiting for approval. */
  pendingUsers: number;
  latestUsers: AdminUserItem[];
};

export type AdminUserItem = UserView & {
  email: string;
  isAdmin: boolean;
  isExternal: boolean;
  hasTwoFactor: boolean;
  createdAt: string;
  /** `YYYY-MM-DD` */
  lastActivityOn: string | null;
};

export type AdminUserFilter =
  | 'all'
  | 'active'
  | 'admins'
  | 'blocked'
  | 'pending_approval'
  | 'deactivated'
  | 'two_factor_disabled'
  | 'external';

/** Kind `admin_users`, /admin/users?filter=&search=&page= */
export type AdminUsersPageData = {
  users: AdminUserItem[];
  filter: AdminUserFilter;
  search: string;
  counts: Record<AdminUserFilter, number>;
  page: number;
  perPage: number;
  total: number;
};

export type AdminUserInput = {
  name?: string;
  username?: string;
  email?: string;
  password?: string;
  is_admin?: boolean;
  is_external?: boolean;
  can_create_group?: boolean;
  /** Null: no limit. */
  projects_limit?: number | null;
  note?: string;
};

/** Kind `admin_user`, /admin/users/:id. `actions` holds what may be done now. */
export type AdminUserPageData = {
  user: AdminUserItem & {
    isSelf: boolean;
    canCreateGroup: boolean;
    /** Null: no limit. */
    projectsLimit: number | null;
    /** For administrators alone. */
    note: string;
    isEmailConfirmed: boolean;
    unconfirmedEmail: string | null;
    hasPassword: boolean;
    lastSignInAt: string | null;
    profile: ProfileInput;
  };
  actions: AdminUserAction[];
  canDelete: boolean;
  sessionCount: number;
  tokens: AccessTokenItem[];
  audit: AuditItem[];
};

/** Kind `admin_settings`, /admin/settings */
export type AdminSettingsPageData = { settings: GeneralSettings };

export type MailItem = {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  state: 'queued' | 'sent' | 'kept' | 'failed';
  error: string | null;
  createdAt: string;
  sentAt: string | null;
};

/** Kind `admin_mail`, /admin/mail?page= ; newest first. */
export type AdminMailPageData = { mailWorks: boolean; mails: MailItem[]; page: number; perPage: number; total: number };

export type AuditItem = {
  id: number;
  at: string;
  action: string;
  /** Null for the product itself, for someone not signed in and for removed accounts. */
  actor: UserView | null;
  actorKind: string;
  /** The administrator who acted as `actor`. */
  impersonator: UserView | null;
  /** `session`, `password`, `token:12` */
  credential: string | null;
  ip: string | null;
  targetType: string;
  targetId: string;
  /** The user, where the target is one. */
  target: UserView | null;
  /** The project or group, where the target is one and still exists. */
  place: { name: string; href: string } | null;
  /** The user and the group that the details name by `user_id` and `group_id`. */
  user: UserView | null;
  group: { name: string; href: string } | null;
  details: Record<string, unknown>;
};

/** Kind `admin_audit`, /admin/audit_events?action=&user=&page= ; newest first. */
export type AdminAuditPageData = {
  events: AuditItem[];
  actions: string[];
  action: string;
  user: string;
  page: number;
  perPage: number;
  hasNext: boolean;
};

export type { UserState };
