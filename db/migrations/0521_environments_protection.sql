-- Environments that only chosen users deploy to: of a project by name, of a group by tier.

CREATE TABLE protected_environments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  -- The name of an environment, or of a group the tier.
  name text NOT NULL CHECK (name <> ''),
  -- Approvals of those who may deploy, where there are no rules.
  required_approval_count integer NOT NULL DEFAULT 0 CHECK (required_approval_count BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nonnulls(project_id, namespace_id) = 1)
);
CREATE UNIQUE INDEX protected_environments_project ON protected_environments (project_id, name)
  WHERE project_id IS NOT NULL;
CREATE UNIQUE INDEX protected_environments_namespace ON protected_environments (namespace_id, name)
  WHERE namespace_id IS NOT NULL;

CREATE TABLE protected_environment_access (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  protected_environment_id bigint NOT NULL REFERENCES protected_environments ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('deploy', 'approval')),
  access_level smallint CHECK (access_level IN (30, 40, 60)),
  user_id bigint REFERENCES users ON DELETE CASCADE,
  group_id bigint REFERENCES namespaces ON DELETE CASCADE,
  -- 0: direct members of the group, 1: those of the groups above it, too.
  group_inheritance_type smallint NOT NULL DEFAULT 0 CHECK (group_inheritance_type IN (0, 1)),
  required_approvals smallint NOT NULL DEFAULT 1 CHECK (required_approvals BETWEEN 1 AND 5),
  CHECK (num_nonnulls(access_level, user_id, group_id) = 1)
);
CREATE INDEX protected_environment_access_environment ON protected_environment_access (protected_environment_id);
CREATE INDEX protected_environment_access_user ON protected_environment_access (user_id);
CREATE INDEX protected_environment_access_group ON protected_environment_access (group_id);
