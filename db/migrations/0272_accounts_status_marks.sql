-- Threads show what their writers say of themselves, and are remembered until that changes.

CREATE TRIGGER mark_named AFTER INSERT OR UPDATE OR DELETE ON user_statuses
  FOR EACH ROW EXECUTE FUNCTION mark_named();
