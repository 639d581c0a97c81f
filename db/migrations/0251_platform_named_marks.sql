-- More of what threads tell of other things: commits that are known by name, and whose work was merged.

CREATE TRIGGER mark_named AFTER INSERT OR UPDATE OR DELETE ON discussed_commits
  FOR EACH ROW EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named_merged AFTER UPDATE ON merge_requests FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.author_id IS DISTINCT FROM NEW.author_id
    OR OLD.target_branch IS DISTINCT FROM NEW.target_branch)
  EXECUTE FUNCTION mark_named();
