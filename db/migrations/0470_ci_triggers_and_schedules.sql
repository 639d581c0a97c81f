-- Tokens with which other systems start pipelines, and pipelines that start at set times.

CREATE TABLE ci_triggers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Its pipelines run as this user.
  owner_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  description text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- The start of the token, to recognise it.
  token_hint text NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ci_triggers_project ON ci_triggers (project_id, id);
CREATE INDEX ci_triggers_owner_id ON ci_triggers (owner_id);

CREATE TABLE ci_schedules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  owner_id bigint REFERENCES users ON DELETE SET NULL,
  description text NOT NULL,
  -- Branch or tag.
  ref text NOT NULL,
  cron text NOT NULL,
  cron_timezone text NOT NULL DEFAULT 'UTC',
  is_active boolean NOT NULL DEFAULT true,
  inputs jsonb NOT NULL DEFAULT '{}',
  -- Null while it is not active.
  next_run_at timestamptz,
  last_pipeline_id bigint REFERENCES ci_pipelines ON DELETE SET NULL,
  -- Why it was switched off.
  note text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ci_schedules_project ON ci_schedules (project_id, id);
CREATE INDEX ci_schedules_owner_id ON ci_schedules (owner_id);
CREATE INDEX ci_schedules_due ON ci_schedules (next_run_at) WHERE is_active;
CREATE INDEX ci_schedules_last_pipeline ON ci_schedules (last_pipeline_id) WHERE last_pipeline_id IS NOT NULL;

CREATE TABLE ci_schedule_variables (
  schedule_id bigint NOT NULL REFERENCES ci_schedules ON DELETE CASCADE,
  key text NOT NULL CHECK (key ~ '^[A-Za-z0-9_]{1,255}$'),
  -- Encrypted; the purpose is `ci_variable`.
  sealed_value text NOT NULL,
  kind text NOT NULL DEFAULT 'env_var' CHECK (kind IN ('env_var', 'file')),
  PRIMARY KEY (schedule_id, key)
);
