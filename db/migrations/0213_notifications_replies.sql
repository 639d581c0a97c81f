-- Answers by mail: the keys in the addresses mails ask to be answered at, and which answers have come.

CREATE TABLE mail_reply_keys (
  -- Of the key: the key itself is in the mails alone.
  digest bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  target_type text NOT NULL,
  target_id bigint NOT NULL,
  -- The thread that the mail was about; null for the whole thing.
  discussion_id text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_reply_keys_user_id ON mail_reply_keys (user_id);

CREATE TABLE received_mails (
  -- Of person and Message-ID: a mail that is delivered twice is taken once.
  digest bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  outcome text NOT NULL CHECK (outcome IN ('added', 'refused')),
  received_at timestamptz NOT NULL
);
CREATE INDEX received_mails_user_id ON received_mails (user_id, received_at);
CREATE INDEX received_mails_received_at ON received_mails (received_at);
