-- People without an account who are told by mail what is said on an issue.

CREATE TABLE issue_email_participants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  issue_id bigint NOT NULL REFERENCES issues ON DELETE CASCADE,
  -- As it was written; capitals make no other address.
  email text NOT NULL CHECK (email <> ''),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX issue_email_participants_key ON issue_email_participants (issue_id, lower(email));

-- The same words with the addresses in full, for those who may read them. In `body` they are masked, for everybody else.
ALTER TABLE notes ADD COLUMN full_body text;
