-- What this instance has written into its bucket to say that it keeps its files there; a second one only while it takes the
-- place of the first.

CREATE TABLE storage_claims (
  token text PRIMARY KEY
);
