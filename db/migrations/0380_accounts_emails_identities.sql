-- Banned accounts, further e-mail addresses, accounts elsewhere, and tokens by which administrators act as somebody.

-- contract: the new check allows everything that the old one did
ALTER TABLE users DROP CONSTRAINT users_state_check;
ALTER TABLE users ADD CONSTRAINT users_state_check
  CHECK (state IN ('active', 'blocked', 'pending_approval', 'deactivated', 'banned'));

-- contract: the new check allows everything that the old one did
ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_purpose_check;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_purpose_check
  CHECK (purpose IN ('reset_password', 'confirm_email', 'confirm_secondary_email', 'second_factor'));

-- Beside users.email. Nobody can keep an address from its owner before they confirmed it.
CREATE TABLE user_emails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX user_emails_confirmed_key ON user_emails (lower(email)) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX user_emails_user_key ON user_emails (user_id, lower(email));

-- Accounts of the same person with other providers.
CREATE TABLE user_identities (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  provider text NOT NULL,
  extern_uid text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, provider)
);
CREATE UNIQUE INDEX user_identities_uid_key ON user_identities (provider, extern_uid);

-- The user does not see these tokens; what is done with them names the administrator too.
ALTER TABLE personal_access_tokens
  ADD COLUMN is_impersonation boolean NOT NULL DEFAULT false,
  ADD COLUMN impersonator_id bigint REFERENCES users ON DELETE SET NULL;
CREATE INDEX personal_access_tokens_impersonator ON personal_access_tokens (impersonator_id)
  WHERE impersonator_id IS NOT NULL;
