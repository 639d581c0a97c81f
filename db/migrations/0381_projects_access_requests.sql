-- Users ask for a role in a project or group, unless its settings say that nobody may.

ALTER TABLE projects ADD COLUMN request_access_enabled boolean NOT NULL DEFAULT true;
ALTER TABLE namespaces ADD COLUMN request_access_enabled boolean NOT NULL DEFAULT true;

CREATE TABLE access_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  requested_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(namespace_id, project_id) = 1)
);
CREATE UNIQUE INDEX access_requests_namespace_user_key ON access_requests (namespace_id, user_id) WHERE namespace_id IS NOT NULL;
CREATE UNIQUE INDEX access_requests_project_user_key ON access_requests (project_id, user_id) WHERE project_id IS NOT NULL;
CREATE INDEX access_requests_user ON access_requests (user_id);
