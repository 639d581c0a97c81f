-- Public keys of users, by which signatures of commits are verified.

CREATE TABLE user_ssh_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  title text NOT NULL,
  -- Type and key, without the comment.
  key text NOT NULL,
  fingerprint text NOT NULL CONSTRAINT user_ssh_keys_fingerprint_key UNIQUE,
  usage_type text NOT NULL CHECK (usage_type IN ('auth', 'signing', 'auth_and_signing')),
  expires_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX user_ssh_keys_user_id ON user_ssh_keys (user_id);

CREATE TABLE user_gpg_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL,
  fingerprint text NOT NULL CONSTRAINT user_gpg_keys_fingerprint_key UNIQUE,
  -- Of the key and of its subkeys that sign.
  signing_fingerprints text[] NOT NULL,
  -- The last 16 digits of those: all that older signatures name.
  signing_key_ids text[] NOT NULL,
  emails text[] NOT NULL,
  user_names text[] NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX user_gpg_keys_user_id ON user_gpg_keys (user_id);
CREATE INDEX user_gpg_keys_signing ON user_gpg_keys USING gin (signing_key_ids);
