-- Which other projects may reach a project with the tokens of their jobs: all, or those on its list and those in its groups.
ALTER TABLE projects ADD COLUMN ci_inbound_job_token_scope_enabled boolean NOT NULL DEFAULT true;

CREATE TABLE job_token_allowlist (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  target_project_id bigint REFERENCES projects ON DELETE CASCADE,
  target_group_id bigint REFERENCES namespaces ON DELETE CASCADE,
  added_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(target_project_id, target_group_id) = 1),
  CONSTRAINT job_token_allowlist_project_key UNIQUE (project_id, target_project_id),
  CONSTRAINT job_token_allowlist_group_key UNIQUE (project_id, target_group_id)
);
CREATE INDEX job_token_allowlist_target_project_id ON job_token_allowlist (target_project_id);
CREATE INDEX job_token_allowlist_target_group_id ON job_token_allowlist (target_group_id);
