-- When an SSH key of a user was last used to sign in. A table of its own, as it is written much more often than the keys;
-- without a reference, as the keys come in a later file.

CREATE TABLE user_ssh_key_uses (
  key_id bigint PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);
