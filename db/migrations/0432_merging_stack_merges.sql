-- Merges of whole stacks: merge requests of one project of which each goes into the source branch of the one below it.

CREATE TABLE stack_merges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The uppermost that is merged.
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  set_by_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  target_branch text NOT NULL,
  -- `[{"id", "sha"}]` from the bottom to the top: the heads that were there when it began.
  steps jsonb NOT NULL,
  position integer NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('running', 'done', 'stopped')),
  reason text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Since when it waits for this step.
  step_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX stack_merges_running_key ON stack_merges (merge_request_id) WHERE state = 'running';
CREATE INDEX stack_merges_merge_request_id ON stack_merges (merge_request_id, id DESC);
CREATE INDEX stack_merges_set_by_id ON stack_merges (set_by_id);
