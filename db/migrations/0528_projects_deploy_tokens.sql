-- Tokens that read the repositories of a project, or of all projects in a group, without a user behind them.
CREATE TABLE deploy_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  name text NOT NULL,
  -- Null: `gitlab+deploy-token-<id>`.
  username text,
  token_digest bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  -- It works on this day for the last time; null: until it is revoked.
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(project_id, namespace_id) = 1)
);
CREATE INDEX deploy_tokens_project_id ON deploy_tokens (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX deploy_tokens_namespace_id ON deploy_tokens (namespace_id) WHERE namespace_id IS NOT NULL;
