-- Protected branches of a group count in all projects in it.
-- contract: code before this version reads the rules of one project each, and never meets those of groups.
ALTER TABLE protected_branches ALTER COLUMN project_id DROP NOT NULL;
ALTER TABLE protected_branches ADD COLUMN namespace_id bigint REFERENCES namespaces ON DELETE CASCADE;
ALTER TABLE protected_branches ADD CONSTRAINT protected_branches_one_owner CHECK (num_nonnulls(project_id, namespace_id) = 1);
CREATE UNIQUE INDEX protected_branches_group_name_key ON protected_branches (namespace_id, name) WHERE namespace_id IS NOT NULL;

-- The mark of a project does not move for a rule without one: every project may be below the group.
CREATE TRIGGER mark_group_new AFTER INSERT ON protected_branches
  FOR EACH ROW WHEN (NEW.namespace_id IS NOT NULL) EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_group_changed AFTER UPDATE ON protected_branches
  FOR EACH ROW WHEN (NEW.namespace_id IS NOT NULL) EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_group_deleted AFTER DELETE ON protected_branches
  FOR EACH ROW WHEN (OLD.namespace_id IS NOT NULL) EXECUTE FUNCTION mark_access();
