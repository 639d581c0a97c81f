-- Every resource group has a row, so that its process mode can be read and changed.
ALTER TABLE ci_resource_groups ADD COLUMN updated_at timestamptz NOT NULL DEFAULT clock_timestamp();
INSERT INTO ci_resource_groups (project_id, key)
  SELECT DISTINCT project_id, resource_group FROM ci_jobs WHERE resource_group IS NOT NULL
  ON CONFLICT (project_id, key) DO NOTHING;
