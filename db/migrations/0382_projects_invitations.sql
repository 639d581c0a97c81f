-- Roles that wait for an e-mail address: they are given to the user who proves that it is theirs.

CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  access_level smallint NOT NULL CHECK (access_level IN (10, 20, 30, 40, 50)),
  expires_at date,
  -- Whose rights are asked for again when the role is given.
  created_by_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(namespace_id, project_id) = 1)
);
CREATE UNIQUE INDEX invitations_namespace_email_key ON invitations (namespace_id, lower(email)) WHERE namespace_id IS NOT NULL;
CREATE UNIQUE INDEX invitations_project_email_key ON invitations (project_id, lower(email)) WHERE project_id IS NOT NULL;
CREATE INDEX invitations_email ON invitations (lower(email));
CREATE INDEX invitations_created_by ON invitations (created_by_id);
