-- SSH keys of servers rather than of accounts. Each opens the projects where it is enabled.

CREATE TABLE deploy_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  -- Type and key, without the comment.
  key text NOT NULL,
  fingerprint text NOT NULL CONSTRAINT deploy_keys_fingerprint_key UNIQUE,
  -- Made by an administrator for all projects: every maintainer may enable it.
  is_public boolean NOT NULL DEFAULT false,
  -- Whoever pushes with the key pushes with the rights of this user.
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX deploy_keys_created_by_id ON deploy_keys (created_by_id);

CREATE TABLE deploy_key_projects (
  deploy_key_id bigint NOT NULL REFERENCES deploy_keys ON DELETE CASCADE,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  can_push boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (deploy_key_id, project_id)
);
CREATE INDEX deploy_key_projects_project_id ON deploy_key_projects (project_id);
