-- Merge requests, who is on them, their pushed versions, and the indexes of their diffs.

CREATE TABLE merge_request_counters (
  project_id bigint PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  -- The last number given out, so that a number is never used twice.
  last_iid bigint NOT NULL
);

CREATE TABLE merge_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  iid bigint NOT NULL,
  target_project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Null when the fork is gone.
  source_project_id bigint REFERENCES projects ON DELETE SET NULL,
  source_branch text NOT NULL,
  target_branch text NOT NULL,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  title text NOT NULL CHECK (title <> ''),
  description text NOT NULL DEFAULT '',
  -- Safe HTML with references as placeholders.
  description_html text NOT NULL DEFAULT '',
  description_html_version integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'opened' CHECK (state IN ('opened', 'closed', 'merged', 'locked')),
  -- Derived from the title.
  is_draft boolean NOT NULL DEFAULT false,
  -- What is proposed: tip of the source branch as last seen, and the newest version made of it.
  head_sha text,
  latest_version_id bigint,
  commits_count integer NOT NULL DEFAULT 0,
  merge_status text NOT NULL DEFAULT 'unchecked'
    CHECK (merge_status IN ('unchecked', 'checking', 'can_be_merged', 'cannot_be_merged', 'preparing')),
  merge_checked_at timestamptz,
  -- What asked for the last check, and which tips it compared.
  merge_check_cause text,
  merge_check_requested_at timestamptz,
  merge_checked_source_sha text,
  merge_checked_target_sha text,
  conflicts jsonb,
  diverged_commits_count integer NOT NULL DEFAULT 0,
  merge_error text,
  squash boolean NOT NULL DEFAULT false,
  -- Wish of the author; what the merger chose is remembered in should_remove_source_branch.
  force_remove_source_branch boolean NOT NULL DEFAULT false,
  should_remove_source_branch boolean,
  allow_collaboration boolean NOT NULL DEFAULT false,
  is_discussion_locked boolean NOT NULL DEFAULT false,
  milestone_id bigint REFERENCES milestones ON DELETE SET NULL,
  merged_at timestamptz,
  merged_by_id bigint REFERENCES users ON DELETE SET NULL,
  merged_by_push boolean NOT NULL DEFAULT false,
  closed_at timestamptz,
  closed_by_id bigint REFERENCES users ON DELETE SET NULL,
  merge_commit_sha text,
  squash_commit_sha text,
  -- The commit of the target branch that has the changes.
  merged_commit_sha text,
  -- Tip of the target branch just before and after the merge.
  merged_target_from_sha text,
  lock_version integer NOT NULL DEFAULT 0,
  last_edited_at timestamptz,
  last_edited_by_id bigint REFERENCES users ON DELETE SET NULL,
  prepared_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT merge_requests_iid_key UNIQUE (target_project_id, iid)
);
-- One open request for a pair of branches.
CREATE UNIQUE INDEX merge_requests_open_pair_key
  ON merge_requests (source_project_id, source_branch, target_project_id, target_branch) WHERE state = 'opened';
CREATE INDEX merge_requests_source ON merge_requests (source_project_id, source_branch) WHERE state = 'opened';
CREATE INDEX merge_requests_target ON merge_requests (target_project_id, target_branch) WHERE state = 'opened';
CREATE INDEX merge_requests_project_state_created ON merge_requests (target_project_id, state, created_at DESC, id DESC);
CREATE INDEX merge_requests_project_state_updated ON merge_requests (target_project_id, state, updated_at DESC, id DESC);
CREATE INDEX merge_requests_author_id ON merge_requests (author_id, state);
CREATE INDEX merge_requests_milestone_id ON merge_requests (milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX merge_requests_pending_check ON merge_requests (merge_check_requested_at)
  WHERE state = 'opened' AND merge_status IN ('unchecked', 'checking', 'preparing');

CREATE TABLE merge_request_assignees (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merge_request_id, user_id)
);
CREATE INDEX merge_request_assignees_user_id ON merge_request_assignees (user_id);

CREATE TABLE merge_request_reviewers (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'unreviewed'
    CHECK (state IN ('unreviewed', 'reviewed', 'requested_changes', 'approved', 'unapproved', 'review_started')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merge_request_id, user_id)
);
CREATE INDEX merge_request_reviewers_user_id ON merge_request_reviewers (user_id);

CREATE TABLE merge_request_labels (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  label_id bigint NOT NULL REFERENCES labels ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merge_request_id, label_id)
);
CREATE INDEX merge_request_labels_label_id ON merge_request_labels (label_id);

-- What people said themselves; without a row it follows from taking part.
CREATE TABLE merge_request_subscriptions (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  is_subscribed boolean NOT NULL,
  PRIMARY KEY (merge_request_id, user_id)
);
CREATE INDEX merge_request_subscriptions_user_id ON merge_request_subscriptions (user_id);

-- One pushed state. Immutable, except for what the index finds out.
CREATE TABLE merge_request_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  -- 1 for the first.
  number integer NOT NULL,
  base_sha text NOT NULL,
  -- Tip of the target branch when the version was made.
  start_sha text NOT NULL,
  head_sha text NOT NULL,
  commits_count integer NOT NULL,
  -- 'building' until the index of its diff is there.
  state text NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'ready', 'empty', 'failed')),
  files_count integer,
  added_lines integer,
  removed_lines integer,
  pushed_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT merge_request_versions_number_key UNIQUE (merge_request_id, number)
);
CREATE INDEX merge_request_versions_shas ON merge_request_versions (merge_request_id, head_sha);
ALTER TABLE merge_requests ADD CONSTRAINT merge_requests_latest_version_fk
  FOREIGN KEY (latest_version_id) REFERENCES merge_request_versions ON DELETE SET NULL;
CREATE INDEX merge_requests_latest_version_id ON merge_requests (latest_version_id);

-- Newest commits first, at most 1,000; the version's commits_count tells the real number.
CREATE TABLE merge_request_version_commits (
  version_id bigint NOT NULL REFERENCES merge_request_versions ON DELETE CASCADE,
  position integer NOT NULL,
  sha text NOT NULL,
  parent_shas text[] NOT NULL,
  message text NOT NULL,
  author_name text NOT NULL,
  author_email text NOT NULL,
  authored_at timestamptz NOT NULL,
  committer_name text NOT NULL,
  committer_email text NOT NULL,
  committed_at timestamptz NOT NULL,
  PRIMARY KEY (version_id, position)
);
CREATE INDEX merge_request_version_commits_sha ON merge_request_version_commits (sha);

-- The diff between two commits, read once when they were pushed; the bytes lie in the object storage.
CREATE TABLE diff_indexes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  base_sha text NOT NULL,
  head_sha text NOT NULL,
  ignores_whitespace boolean NOT NULL,
  format_version integer NOT NULL,
  header_name text NOT NULL,
  pack_name text NOT NULL,
  files_count integer NOT NULL,
  added_lines integer NOT NULL,
  removed_lines integer NOT NULL,
  size_bytes bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT diff_indexes_key UNIQUE (project_id, base_sha, head_sha, ignores_whitespace, format_version)
);

-- A merge that is under way: written before the target branch moves, removed when the request is marked as merged.
CREATE TABLE merge_intents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merge_request_id bigint NOT NULL UNIQUE REFERENCES merge_requests ON DELETE CASCADE,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  target_ref text NOT NULL,
  old_target_sha text NOT NULL,
  new_target_sha text NOT NULL,
  -- Head of the source that is merged.
  head_sha text NOT NULL,
  merge_commit_sha text,
  squash_commit_sha text,
  actor_id bigint REFERENCES users ON DELETE SET NULL,
  removes_source_branch boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX merge_intents_project_id ON merge_intents (project_id);
