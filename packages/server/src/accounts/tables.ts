import type { AbuseCategory } from '@tributary/contract/accounts/abuse.ts';
import type { UserKind } from '@tributary/contract/accounts/user-view.ts';
import type { ColumnType, Generated } from 'kysely';

type Json = ColumnType<unknown, string, string>;
type DefaultText = Generated<string>;

export type UserState = 'active' | 'blocked' | 'pending_approval' | 'deactivated' | 'banned';

export type UserTable = {
  id: Generated<number>;
  username: string;
  name: string;
  email: string;
  unconfirmed_email: string | null;
  confirmed_at: Date | null;
  password_hash: string | null;
  state: Generated<UserState>;
  is_admin: Generated<boolean>;
  is_external: Generated<boolean>;
  kind: Generated<UserKind>;
  projects_limit: number | null;
  can_create_group: Generated<boolean>;
  private_profile: Generated<boolean>;
  removing_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  admin_note: DefaultText;
  bio: DefaultText;
  location: DefaultText;
  job_title: DefaultText;
  organization: DefaultText;
  pronouns: DefaultText;
  website_url: DefaultText;
  public_email: DefaultText;
  avatar_name: string | null;
  preferences: ColumnType<Record<string, unknown>, string | undefined, string>;
  otp_secret_sealed: string | null;
  otp_enabled_at: Date | null;
  otp_last_step: number | null;
  failed_attempts: Generated<number>;
  locked_until: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  last_sign_in_at: Date | null;
  current_sign_in_at: Date | null;
  last_activity_on: string | null;
  feed_token_digest: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
};

export type SessionTable = {
  id: Generated<number>;
  user_id: number;
  token_digest: Buffer;
  csrf_token: string;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  authenticated_at: Generated<Date>;
  ip: string | null;
  user_agent: Generated<string>;
};

export type PersonalAccessTokenTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  description: DefaultText;
  token_digest: Buffer;
  scopes: string[];
  expires_at: string;
  revoked_at: Date | null;
  last_used_at: Date | null;
  rotated_from_id: number | null;
  is_impersonation: Generated<boolean>;
  impersonator_id: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Generated<Date>;
};

export type UserEmailTable = {
  id: Generated<number>;
  user_id: number;
  email: string;
  confirmed_at: Date | null;
  created_at: Generated<Date>;
};

export type UserSshKeyTable = {
  id: Generated<number>;
  user_id: number;
  title: string;
  key: string;
  fingerprint: string;
  usage_type: 'auth' | 'signing' | 'auth_and_signing';
  expires_at: Date | null;
  created_at: Date;
};

type UserSshKeyUseTable = { key_id: number; last_used_at: Date };

export type UserGpgKeyTable = {
  id: Generated<number>;
  user_id: number;
  key: string;
  fingerprint: string;
  signing_fingerprints: string[];
  signing_key_ids: string[];
  emails: string[];
  user_names: string[];
  created_at: Date;
};

export type UserIdentityTable = {
  user_id: number;
  provider: string;
  extern_uid: string;
  created_at: Generated<Date>;
};

export type UserStatusTable = {
  user_id: number;
  emoji: string;
  message: string;
  availability: 'not_set' | 'busy';
  clear_at: Date | null;
};

export type OtpRecoveryCodeTable = {
  id: Generated<number>;
  user_id: number;
  code_digest: Buffer;
  used_at: Date | null;
};

export type OneTimeTokenTable = {
  id: Generated<number>;
  user_id: number;
  purpose: 'reset_password' | 'confirm_email' | 'confirm_secondary_email' | 'second_factor';
  token_digest: Buffer;
  data: Json;
  expires_at: Date;
  created_at: Generated<Date>;
};

export type ApplicationSettingTable = {
  id: Generated<number>;
  values: ColumnType<Record<string, unknown>, string | undefined, string>;
  updated_at: Generated<Date>;
};

export type AbuseReportTable = {
  id: Generated<number>;
  reporter_id: number | null;
  user_id: number;
  category: AbuseCategory;
  reported_from_path: string;
  closed_at: Date | null;
  closed_by_id: number | null;
  created_at: Generated<Date>;
};

export type AccessTokenExpiryNoticeTable = { token_id: number; days: number; created_at: Date };

declare module '../platform/db/tables.ts' {
  interface Tables {
    users: UserTable;
    user_emails: UserEmailTable;
    user_ssh_keys: UserSshKeyTable;
    user_ssh_key_uses: UserSshKeyUseTable;
    user_gpg_keys: UserGpgKeyTable;
    user_identities: UserIdentityTable;
    abuse_reports: AbuseReportTable;
    sessions: SessionTable;
    user_statuses: UserStatusTable;
    personal_access_tokens: PersonalAccessTokenTable;
    access_token_expiry_notices: AccessTokenExpiryNoticeTable;
    otp_recovery_codes: OtpRecoveryCodeTable;
    one_time_tokens: OneTimeTokenTable;
    application_settings: ApplicationSettingTable;
  }
}
