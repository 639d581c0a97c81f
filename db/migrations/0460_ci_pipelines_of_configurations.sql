-- Variables: of the instance, of a group, of a project, and those a pipeline was started with.

CREATE TABLE ci_variables (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- All three null: of the instance.
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  key text NOT NULL CHECK (key ~ '^[A-Za-z0-9_]{1,255}$'),
  -- Encrypted; the purpose is `ci_variable`.
  sealed_value text NOT NULL,
  kind text NOT NULL DEFAULT 'env_var' CHECK (kind IN ('env_var', 'file')),
  is_protected boolean NOT NULL DEFAULT false,
  is_masked boolean NOT NULL DEFAULT false,
  is_hidden boolean NOT NULL DEFAULT false,
  is_raw boolean NOT NULL DEFAULT false,
  environment_scope text NOT NULL DEFAULT '*',
  description text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (project_id IS NULL OR namespace_id IS NULL)
);
CREATE UNIQUE INDEX ci_variables_key ON ci_variables
  (coalesce(project_id, 0), coalesce(namespace_id, 0), key, environment_scope);
CREATE INDEX ci_variables_project ON ci_variables (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX ci_variables_namespace ON ci_variables (namespace_id) WHERE namespace_id IS NOT NULL;

CREATE TABLE ci_pipeline_variables (
  pipeline_id bigint NOT NULL REFERENCES ci_pipelines ON DELETE CASCADE,
  key text NOT NULL,
  sealed_value text NOT NULL,
  kind text NOT NULL DEFAULT 'env_var' CHECK (kind IN ('env_var', 'file')),
  is_raw boolean NOT NULL DEFAULT false,
  PRIMARY KEY (pipeline_id, key)
);

-- Jobs that no two of run at the same time.
CREATE TABLE ci_resource_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  key text NOT NULL,
  process_mode text NOT NULL DEFAULT 'unordered' CHECK (process_mode IN ('unordered', 'oldest_first', 'newest_first')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (project_id, key)
);

CREATE INDEX ci_jobs_resource ON ci_jobs (project_id, resource_group)
  WHERE resource_group IS NOT NULL AND status IN ('waiting_for_resource', 'pending', 'running', 'canceling');
CREATE INDEX ci_jobs_scheduled ON ci_jobs (scheduled_at) WHERE status = 'scheduled';
