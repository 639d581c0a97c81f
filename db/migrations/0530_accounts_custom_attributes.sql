-- Keys and values that administrators attach to users, projects and groups, for their own tools.
CREATE TABLE custom_attributes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  key text NOT NULL,
  value text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(user_id, project_id, namespace_id) = 1),
  CONSTRAINT custom_attributes_user_key UNIQUE (user_id, key),
  CONSTRAINT custom_attributes_project_key UNIQUE (project_id, key),
  CONSTRAINT custom_attributes_group_key UNIQUE (namespace_id, key)
);
CREATE INDEX custom_attributes_value ON custom_attributes (key, value);
