-- Deployments that wait until others approve them.

CREATE TABLE deployment_approvals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment_id bigint NOT NULL REFERENCES deployments ON DELETE CASCADE,
  -- Null when the account is gone.
  user_id bigint REFERENCES users ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('approved', 'rejected')),
  comment text NOT NULL DEFAULT '',
  -- For which rule it counts; without a rule for the count of the protection.
  protected_environment_id bigint REFERENCES protected_environments ON DELETE SET NULL,
  rule_id bigint REFERENCES protected_environment_access ON DELETE SET NULL,
  has_rule boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX deployment_approvals_user ON deployment_approvals (deployment_id, user_id);
CREATE INDEX deployment_approvals_user_id ON deployment_approvals (user_id);
CREATE INDEX deployment_approvals_protection ON deployment_approvals (protected_environment_id);
CREATE INDEX deployment_approvals_rule ON deployment_approvals (rule_id);

CREATE TABLE environment_settings (
  project_id bigint PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  -- Whoever started a deployment may approve it.
  allows_own_approval boolean NOT NULL DEFAULT false
);
