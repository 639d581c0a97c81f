-- What came of commands that were done when nobody was there to hear of it is told to their writer later.

ALTER TABLE command_runs
  ADD COLUMN untold_since timestamptz;

-- Pages remember that there is nothing to tell.
CREATE FUNCTION mark_command_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_mark('noteable_' || abs(OLD.noteable_id % 32));
  RETURN NULL;
END $$;

CREATE TRIGGER mark_told AFTER UPDATE ON command_runs
  FOR EACH ROW WHEN (OLD.untold_since IS DISTINCT FROM NEW.untold_since) EXECUTE FUNCTION mark_command_run();
CREATE TRIGGER mark_gone AFTER DELETE ON command_runs
  FOR EACH ROW WHEN (OLD.untold_since IS NOT NULL) EXECUTE FUNCTION mark_command_run();
