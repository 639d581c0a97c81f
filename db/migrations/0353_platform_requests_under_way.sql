-- Requests with a key of the client that are being done where no transaction holds all of it together: the same one sent
-- again waits for its end. What a process left that died runs out by itself.

CREATE TABLE requests_under_way (
  actor_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  act text NOT NULL,
  idempotency_key text NOT NULL,
  -- Names who is at it, so that nobody lets go of what another one took over.
  holder text NOT NULL,
  held_until timestamptz NOT NULL,
  PRIMARY KEY (actor_id, act, idempotency_key)
);
