-- Refs that are being moved, what was moved, protected branches, and the upkeep of repositories.

-- One row for each ref, written before the ref moves and removed with the event: what is left after a crash says what
-- has to be finished or forgotten.
CREATE TABLE push_intents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- The same for all refs of one push.
  push_key uuid NOT NULL,
  ref text NOT NULL,
  old_sha text NOT NULL,
  new_sha text NOT NULL,
  actor_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (push_key, ref)
);
CREATE INDEX push_intents_project_ref ON push_intents (project_id, ref);
CREATE INDEX push_intents_created_at ON push_intents (created_at);

CREATE TABLE push_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  push_key uuid NOT NULL,
  ref text NOT NULL,
  old_sha text NOT NULL,
  new_sha text NOT NULL,
  action text NOT NULL CHECK (action IN ('created', 'updated', 'deleted')),
  is_forced boolean NOT NULL DEFAULT false,
  commit_count integer NOT NULL DEFAULT 0,
  -- Title of the newest commit.
  commit_title text,
  actor_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- One push moves a ref once, so its event is recorded once, whoever finishes it.
  CONSTRAINT push_events_once UNIQUE (push_key, ref)
);
CREATE INDEX push_events_project_id ON push_events (project_id, id DESC);
CREATE INDEX push_events_actor_id ON push_events (actor_id, id DESC);
CREATE INDEX push_events_chain ON push_events (project_id, ref, old_sha);

CREATE TABLE protected_branches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- A branch name, or a pattern in which * stands for any text.
  name text NOT NULL,
  allow_force_push boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT protected_branches_name_key UNIQUE (project_id, name)
);

CREATE TABLE protected_branch_access (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  protected_branch_id bigint NOT NULL REFERENCES protected_branches ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('push', 'merge')),
  access_level integer CHECK (access_level IN (0, 30, 40, 60)),
  user_id bigint REFERENCES users ON DELETE CASCADE,
  group_id bigint REFERENCES namespaces ON DELETE CASCADE,
  CHECK (num_nonnulls(access_level, user_id, group_id) = 1)
);
CREATE INDEX protected_branch_access_branch ON protected_branch_access (protected_branch_id);

CREATE TABLE repository_upkeep (
  project_id bigint PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  pushes_since_quick integer NOT NULL DEFAULT 0,
  pushes_since_full integer NOT NULL DEFAULT 0,
  quick_at timestamptz,
  full_at timestamptz
);
