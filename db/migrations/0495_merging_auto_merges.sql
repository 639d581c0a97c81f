-- Merge requests that are merged by themselves once all checks pass, with what the setter chose for that merge.

CREATE TABLE auto_merges (
  merge_request_id bigint PRIMARY KEY REFERENCES merge_requests ON DELETE CASCADE,
  strategy text NOT NULL CHECK (strategy IN ('merge_when_checks_pass', 'add_to_merge_train_when_checks_pass', 'merge_train')),
  set_by_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The head that was seen; another one ends it.
  head_sha text NOT NULL,
  -- Where it was to be merged; another target ends it.
  target_branch text NOT NULL,
  commit_message text,
  squash boolean,
  squash_message text,
  removes_source_branch boolean,
  set_at timestamptz NOT NULL,
  -- It was tried and refused for a reason that waiting does not change.
  failed_at timestamptz,
  failed_reason text
);
CREATE INDEX auto_merges_set_by_id ON auto_merges (set_by_id);
