-- Times in which nothing should be deployed.

CREATE TABLE freeze_periods (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Cron expressions.
  freeze_start text NOT NULL,
  freeze_end text NOT NULL,
  cron_timezone text NOT NULL DEFAULT 'UTC',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX freeze_periods_project ON freeze_periods (project_id, id);
