-- Issues, who is on them, how they hang together, and the time that work took.

CREATE TABLE issue_counters (
  project_id bigint PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  -- The last number given out, so that a number is never used twice.
  last_iid bigint NOT NULL
);

CREATE TABLE issues (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  iid bigint NOT NULL,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  title text NOT NULL CHECK (title <> ''),
  description text NOT NULL DEFAULT '',
  -- Safe HTML with references as placeholders.
  description_html text NOT NULL DEFAULT '',
  description_html_version integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'opened' CHECK (state IN ('opened', 'closed')),
  -- Only for reporters and up, its author and its assignees.
  is_confidential boolean NOT NULL DEFAULT false,
  is_discussion_locked boolean NOT NULL DEFAULT false,
  milestone_id bigint REFERENCES milestones ON DELETE SET NULL,
  start_date date,
  due_date date,
  weight integer CHECK (weight >= 0),
  closed_at timestamptz,
  closed_by_id bigint REFERENCES users ON DELETE SET NULL,
  -- Where it went when it was moved, and what it repeats.
  moved_to_id bigint REFERENCES issues ON DELETE SET NULL,
  duplicated_to_id bigint REFERENCES issues ON DELETE SET NULL,
  -- Order by hand; without a value behind all that have one.
  relative_position double precision,
  lock_version integer NOT NULL DEFAULT 0,
  last_edited_at timestamptz,
  last_edited_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT issues_iid_key UNIQUE (project_id, iid)
);
CREATE INDEX issues_project_state_created ON issues (project_id, state, created_at DESC, id DESC);
CREATE INDEX issues_project_state_updated ON issues (project_id, state, updated_at DESC, id DESC);
CREATE INDEX issues_author_id ON issues (author_id, state);
CREATE INDEX issues_milestone_id ON issues (milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX issues_moved_to_id ON issues (moved_to_id) WHERE moved_to_id IS NOT NULL;
CREATE INDEX issues_duplicated_to_id ON issues (duplicated_to_id) WHERE duplicated_to_id IS NOT NULL;

CREATE TABLE issue_assignees (
  issue_id bigint NOT NULL REFERENCES issues ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issue_id, user_id)
);
CREATE INDEX issue_assignees_user_id ON issue_assignees (user_id);

CREATE TABLE issue_labels (
  issue_id bigint NOT NULL REFERENCES issues ON DELETE CASCADE,
  label_id bigint NOT NULL REFERENCES labels ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issue_id, label_id)
);
CREATE INDEX issue_labels_label_id ON issue_labels (label_id);

-- What people said themselves; without a row it follows from taking part.
CREATE TABLE issue_subscriptions (
  issue_id bigint NOT NULL REFERENCES issues ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  is_subscribed boolean NOT NULL,
  PRIMARY KEY (issue_id, user_id)
);
CREATE INDEX issue_subscriptions_user_id ON issue_subscriptions (user_id);

-- `blocks` is read from source to target; "is blocked by" is the same link from the other end.
CREATE TABLE issue_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id bigint NOT NULL REFERENCES issues ON DELETE CASCADE,
  target_id bigint NOT NULL REFERENCES issues ON DELETE CASCADE,
  link_type text NOT NULL CHECK (link_type IN ('relates_to', 'blocks')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (source_id <> target_id)
);
-- Two issues have one link, whichever end it was made from.
CREATE UNIQUE INDEX issue_links_pair_key ON issue_links (least(source_id, target_id), greatest(source_id, target_id));
CREATE INDEX issue_links_source_id ON issue_links (source_id);
CREATE INDEX issue_links_target_id ON issue_links (target_id);

-- Of issues and merge requests alike.
CREATE TABLE time_estimates (
  noteable_type text NOT NULL,
  noteable_id bigint NOT NULL,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  seconds bigint NOT NULL CHECK (seconds > 0),
  PRIMARY KEY (noteable_type, noteable_id)
);
CREATE INDEX time_estimates_project_id ON time_estimates (project_id);

-- Each spending; taking time back is a negative one. The sum is never below zero.
CREATE TABLE time_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  noteable_type text NOT NULL,
  noteable_id bigint NOT NULL,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  seconds bigint NOT NULL CHECK (seconds <> 0),
  spent_at timestamptz NOT NULL,
  summary text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX time_entries_noteable ON time_entries (noteable_type, noteable_id);
CREATE INDEX time_entries_project_id ON time_entries (project_id);
CREATE INDEX time_entries_user_id ON time_entries (user_id);

-- Changes of labels, milestone and state, for programs that ask what happened when.
CREATE TABLE resource_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  noteable_type text NOT NULL,
  noteable_id bigint NOT NULL,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('label', 'milestone', 'state')),
  -- `add` and `remove` of labels and milestones; the new state of states.
  action text NOT NULL,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  label_id bigint REFERENCES labels ON DELETE SET NULL,
  milestone_id bigint REFERENCES milestones ON DELETE SET NULL,
  -- The request whose merge closed it.
  source_merge_request_id bigint REFERENCES merge_requests ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX resource_events_noteable ON resource_events (noteable_type, noteable_id, kind, id);
CREATE INDEX resource_events_project_id ON resource_events (project_id);
CREATE INDEX resource_events_user_id ON resource_events (user_id);
CREATE INDEX resource_events_label_id ON resource_events (label_id);
CREATE INDEX resource_events_milestone_id ON resource_events (milestone_id);
CREATE INDEX resource_events_source_merge_request_id ON resource_events (source_merge_request_id);

-- Which issues a merge request names, and which of them its merge closes.
CREATE TABLE merge_request_issues (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  issue_id bigint NOT NULL REFERENCES issues ON DELETE CASCADE,
  is_closing boolean NOT NULL,
  PRIMARY KEY (merge_request_id, issue_id)
);
CREATE INDEX merge_request_issues_issue_id ON merge_request_issues (issue_id);
