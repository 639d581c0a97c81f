-- People, how they sign in, and the settings of the instance.

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  unconfirmed_email text,
  confirmed_at timestamptz,
  password_hash text,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'blocked', 'pending_approval', 'deactivated')),
  is_admin boolean NOT NULL DEFAULT false,
  is_external boolean NOT NULL DEFAULT false,
  bio text NOT NULL DEFAULT '',
  location text NOT NULL DEFAULT '',
  job_title text NOT NULL DEFAULT '',
  organization text NOT NULL DEFAULT '',
  pronouns text NOT NULL DEFAULT '',
  website_url text NOT NULL DEFAULT '',
  public_email text NOT NULL DEFAULT '',
  avatar_name text,
  preferences jsonb NOT NULL DEFAULT '{}',
  otp_secret_sealed text,
  otp_enabled_at timestamptz,
  otp_last_step bigint,
  failed_attempts integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz,
  current_sign_in_at timestamptz,
  last_activity_on date
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE UNIQUE INDEX users_email_key ON users (lower(email));

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  token_digest bytea NOT NULL UNIQUE,
  csrf_token text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  ip text,
  user_agent text NOT NULL DEFAULT ''
);
CREATE INDEX sessions_user_id ON sessions (user_id);

CREATE TABLE personal_access_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  token_digest bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  expires_at date NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz,
  rotated_from_id bigint REFERENCES personal_access_tokens ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX personal_access_tokens_user_id ON personal_access_tokens (user_id);

CREATE TABLE otp_recovery_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  code_digest bytea NOT NULL,
  used_at timestamptz
);
CREATE INDEX otp_recovery_codes_user_id ON otp_recovery_codes (user_id);

CREATE TABLE one_time_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset_password', 'confirm_email', 'second_factor')),
  token_digest bytea NOT NULL UNIQUE,
  data jsonb NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX one_time_tokens_user_id ON one_time_tokens (user_id);

CREATE TABLE application_settings (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  values jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO application_settings DEFAULT VALUES;
