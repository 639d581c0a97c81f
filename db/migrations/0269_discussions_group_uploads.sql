-- Files of texts that belong to a group instead of a project.

-- contract: every upload kept until now has a project, and code that reads uploads goes by the project or by the group
ALTER TABLE uploads
  ALTER COLUMN project_id DROP NOT NULL,
  ADD COLUMN namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  ADD CONSTRAINT uploads_one_home CHECK ((project_id IS NULL) <> (namespace_id IS NULL));
CREATE INDEX uploads_namespace_id ON uploads (namespace_id);
