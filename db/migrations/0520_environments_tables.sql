-- Environments that jobs deploy to, and the deployments.

CREATE TABLE environments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  slug text NOT NULL,
  external_url text,
  description text NOT NULL DEFAULT '',
  tier text NOT NULL CHECK (tier IN ('production', 'staging', 'testing', 'development', 'other')),
  state text NOT NULL DEFAULT 'available' CHECK (state IN ('available', 'stopping', 'stopped')),
  auto_stop_at timestamptz,
  auto_stop_setting text NOT NULL DEFAULT 'always' CHECK (auto_stop_setting IN ('always', 'with_action')),
  -- A stopped review app that somebody asked to remove.
  auto_delete_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX environments_name ON environments (project_id, name);
CREATE INDEX environments_state ON environments (project_id, state, id);
CREATE INDEX environments_auto_stop ON environments (auto_stop_at) WHERE auto_stop_at IS NOT NULL AND state = 'available';
CREATE INDEX environments_auto_delete ON environments (auto_delete_at) WHERE auto_delete_at IS NOT NULL;

CREATE TABLE deployments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  environment_id bigint NOT NULL REFERENCES environments ON DELETE CASCADE,
  iid integer NOT NULL,
  -- Null where another system deploys, and when the job is gone.
  job_id bigint REFERENCES ci_jobs ON DELETE SET NULL,
  ref text NOT NULL,
  is_tag boolean NOT NULL DEFAULT false,
  sha text NOT NULL,
  status text NOT NULL
    CHECK (status IN ('created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked')),
  user_id bigint REFERENCES users ON DELETE SET NULL,
  -- Name of the job of the same pipeline that stops the environment.
  on_stop text,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX deployments_iid ON deployments (project_id, iid);
CREATE UNIQUE INDEX deployments_job ON deployments (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX deployments_environment ON deployments (environment_id, id);
CREATE INDEX deployments_project ON deployments (project_id, id);
CREATE INDEX deployments_commit ON deployments (project_id, sha);
CREATE INDEX deployments_user_id ON deployments (user_id);

CREATE TABLE deployment_counters (
  project_id bigint PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  last_iid integer NOT NULL
);
