-- Filters and order of the list of issues or merge requests of a project or group, saved by a user under a name. Private to the user.
CREATE TABLE saved_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  list text NOT NULL CHECK (list IN ('issues', 'merge_requests')),
  name text NOT NULL,
  -- The search of the address, without its page.
  query text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nonnulls(project_id, namespace_id) = 1)
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (user_id, list, coalesce(project_id, 0), coalesce(namespace_id, 0), lower(name));
CREATE INDEX saved_views_project ON saved_views (project_id);
CREATE INDEX saved_views_namespace ON saved_views (namespace_id);
