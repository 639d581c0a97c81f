-- Releases of projects: one for each tag.
CREATE TABLE ci_releases (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  tag text NOT NULL,
  sha text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- [{id, name, url, filepath, link_type}] in the order in which they were added.
  links jsonb NOT NULL DEFAULT '[]',
  author_id bigint REFERENCES users ON DELETE SET NULL,
  released_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX ci_releases_tag ON ci_releases (project_id, tag);
CREATE INDEX ci_releases_author ON ci_releases (author_id);
