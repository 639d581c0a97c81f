-- What other systems report on commits.

CREATE TABLE commit_statuses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  sha text NOT NULL,
  -- Branch or tag it was built for, by its short name.
  ref text NOT NULL,
  is_tag boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'running', 'success', 'failed', 'canceled', 'skipped')),
  description text,
  target_url text,
  coverage double precision,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  -- False once a newer report of the same name for the same ref took its place.
  is_latest boolean NOT NULL DEFAULT true,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX commit_statuses_commit ON commit_statuses (project_id, sha, id);
CREATE UNIQUE INDEX commit_statuses_latest_key ON commit_statuses (project_id, sha, ref, name) WHERE is_latest;
CREATE INDEX commit_statuses_author_id ON commit_statuses (author_id);
