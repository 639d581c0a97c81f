-- Keys that sign the ID tokens of jobs. The newest signs; older ones stay, so that tokens in use can be verified.
CREATE TABLE ci_signing_keys (
  kid text PRIMARY KEY,
  sealed_key text NOT NULL,
  public_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
