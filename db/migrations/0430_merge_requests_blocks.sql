-- Dependencies between merge requests, also of different projects: one is merged only after the other.

CREATE TABLE merge_request_blocks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  blocking_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  blocked_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT merge_request_blocks_pair_key UNIQUE (blocked_id, blocking_id),
  CHECK (blocking_id <> blocked_id)
);
CREATE INDEX merge_request_blocks_blocking_id ON merge_request_blocks (blocking_id);
