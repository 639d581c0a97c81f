-- Removal of groups, what a repository is written in, and the activity feed.

-- Set while a group waits to be removed with everything in it; nobody but its owners sees it any more.
ALTER TABLE namespaces ADD COLUMN deleting_since timestamptz;

-- Bytes by language of the commit named beside it, so that the tree is walked once per change.
ALTER TABLE projects ADD COLUMN languages jsonb NOT NULL DEFAULT '{}';
ALTER TABLE projects ADD COLUMN languages_sha text;

CREATE INDEX projects_waiting ON projects (id) WHERE repository_state = 'creating' OR deleting_since IS NOT NULL;

CREATE TABLE user_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  action text NOT NULL,
  -- Who may use this ability on the project sees the entry; asked again at every read.
  ability text NOT NULL,
  feature text CHECK (feature IN ('repository', 'merge_requests', 'issues')),
  target_type text,
  target_id bigint,
  target_iid bigint,
  target_title text NOT NULL DEFAULT '',
  target_path text,
  detail text NOT NULL DEFAULT '',
  push_data jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_events_author ON user_events (author_id, id DESC);
CREATE INDEX user_events_project ON user_events (project_id, id DESC);
CREATE INDEX user_events_created_at ON user_events (created_at);
