-- Of which access tokens it was told already that they expire in so many days.

CREATE TABLE access_token_expiry_notices (
  token_id bigint NOT NULL REFERENCES personal_access_tokens ON DELETE CASCADE,
  days integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (token_id, days)
);
