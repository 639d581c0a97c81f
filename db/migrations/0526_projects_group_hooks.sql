-- Webhooks of groups: they are sent the events of all projects in the group. System hooks have neither a project nor a group.
ALTER TABLE project_hooks ADD COLUMN namespace_id bigint REFERENCES namespaces ON DELETE CASCADE;
ALTER TABLE project_hooks ADD CONSTRAINT project_hooks_one_owner CHECK (num_nonnulls(project_id, namespace_id) <= 1);
CREATE INDEX project_hooks_namespace_id ON project_hooks (namespace_id) WHERE namespace_id IS NOT NULL;
