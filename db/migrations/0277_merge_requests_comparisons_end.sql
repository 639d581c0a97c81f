-- Stored comparisons that nobody uses come to an end, and those with the same lines share them.

ALTER TABLE diff_indexes
  -- To the day: written at most once a day.
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
  -- Of the bytes of the pack; those with the same may name the same pack. Null for those from before.
  ADD COLUMN pack_digest text;
CREATE INDEX diff_indexes_pack_digest ON diff_indexes (project_id, pack_digest);
CREATE INDEX merge_request_versions_head_sha ON merge_request_versions (head_sha);

-- Stored objects that no comparison names: not yet, as it is being made, or not any more. They go when they are due.
CREATE TABLE diff_leftovers (
  name text PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX diff_leftovers_due_at ON diff_leftovers (due_at);
