-- The last rebase of each merge request: under way, or how it ended.

CREATE TABLE merge_request_rebases (
  merge_request_id bigint PRIMARY KEY REFERENCES merge_requests ON DELETE CASCADE,
  started_by_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Where the source branch was: a branch that is elsewhere was rebased by this, or was pushed to.
  source_sha text NOT NULL,
  skip_ci boolean NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  result_sha text,
  error text,
  CHECK (finished_at IS NOT NULL OR (result_sha IS NULL AND error IS NULL))
);
CREATE INDEX merge_request_rebases_started_by_id ON merge_request_rebases (started_by_id);
