-- Webhooks without a project are system hooks: they are told of the whole instance.

-- contract: since 0.1.0 every question about the webhooks of a project names the project, so none sees these.
ALTER TABLE project_hooks ALTER COLUMN project_id DROP NOT NULL;
CREATE INDEX project_hooks_system ON project_hooks (id) WHERE project_id IS NULL;

-- One event may belong to two switches of a hook, such as a push and an update of a repository.
CREATE UNIQUE INDEX hook_deliveries_event_trigger_key ON hook_deliveries (hook_id, event_id, trigger, attempt)
  WHERE event_id IS NOT NULL;
-- contract: since 0.1.0 a delivery that was written before is met by any unique index, not by this one by name.
DROP INDEX hook_deliveries_event_key;
