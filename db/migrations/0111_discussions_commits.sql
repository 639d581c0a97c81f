-- Commits that people talk about: a number for each, because git knows them by their names only.

CREATE TABLE discussed_commits (
  -- Follows from project and sha, so that it is known before the first word is said.
  id bigint PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  sha text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT discussed_commits_key UNIQUE (project_id, sha)
);
