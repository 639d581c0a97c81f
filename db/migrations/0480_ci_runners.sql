-- Runners, the machines behind them, and the tokens of the older way to register one.

CREATE TABLE ci_runners (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('instance', 'group', 'project')),
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  token_digest bytea NOT NULL,
  -- First characters after the prefix, by which users and caches recognize the runner.
  short_token text NOT NULL,
  -- Whether the token was shown when the runner was created, or given out for a registration token.
  registration text NOT NULL CHECK (registration IN ('authenticated_user', 'registration_token')),
  description text NOT NULL DEFAULT '',
  maintenance_note text,
  is_paused boolean NOT NULL DEFAULT false,
  is_locked boolean NOT NULL DEFAULT false,
  runs_untagged boolean NOT NULL DEFAULT true,
  tags text[] NOT NULL DEFAULT '{}',
  access_level text NOT NULL DEFAULT 'not_protected' CHECK (access_level IN ('not_protected', 'ref_protected')),
  maximum_timeout_seconds integer CHECK (maximum_timeout_seconds >= 600),
  creator_id bigint REFERENCES users ON DELETE SET NULL,
  contacted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((kind = 'group') = (namespace_id IS NOT NULL))
);
CREATE UNIQUE INDEX ci_runners_token ON ci_runners (token_digest);
CREATE INDEX ci_runners_kind ON ci_runners (kind, id);
CREATE INDEX ci_runners_namespace ON ci_runners (namespace_id) WHERE namespace_id IS NOT NULL;
CREATE INDEX ci_runners_creator_id ON ci_runners (creator_id) WHERE creator_id IS NOT NULL;

-- Projects of project runners. The one with the lowest id was first and owns the runner.
CREATE TABLE ci_runner_projects (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  runner_id bigint NOT NULL REFERENCES ci_runners ON DELETE CASCADE,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX ci_runner_projects_pair ON ci_runner_projects (runner_id, project_id);
CREATE INDEX ci_runner_projects_project ON ci_runner_projects (project_id);

-- A machine that works with the token of a runner.
CREATE TABLE ci_runner_managers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  runner_id bigint NOT NULL REFERENCES ci_runners ON DELETE CASCADE,
  system_id text NOT NULL,
  version text,
  revision text,
  platform text,
  architecture text,
  executor text,
  ip_address text,
  contacted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX ci_runner_managers_system ON ci_runner_managers (runner_id, system_id);

-- Without a project and a group: of the instance. Only the digest is kept.
CREATE TABLE ci_registration_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  token_digest bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (project_id IS NULL OR namespace_id IS NULL)
);
CREATE UNIQUE INDEX ci_registration_tokens_token ON ci_registration_tokens (token_digest);
CREATE UNIQUE INDEX ci_registration_tokens_owner ON ci_registration_tokens
  (coalesce(project_id, 0), coalesce(namespace_id, 0));
CREATE INDEX ci_registration_tokens_namespace ON ci_registration_tokens (namespace_id) WHERE namespace_id IS NOT NULL;

CREATE INDEX ci_jobs_manager ON ci_jobs (runner_manager_id) WHERE runner_manager_id IS NOT NULL;
-- Work of instance runners by project, for a fair choice of the next job.
CREATE INDEX ci_jobs_in_work ON ci_jobs (project_id, runner_id) WHERE status IN ('running', 'canceling') AND kind = 'build';
