-- What came of requests that carried a key of the client: sent again, because the answer was lost, they do nothing more.
CREATE TABLE done_requests (
  actor_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What was done and where, as `issue.create:12`.
  act text NOT NULL,
  idempotency_key text NOT NULL,
  -- What it made or changed; null while that is being done.
  result_id bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (actor_id, act, idempotency_key)
);
CREATE INDEX done_requests_created_at ON done_requests (created_at);
