-- What is said comes in sets, such as a review: the marks of threads and notes move once for each thing that a statement
-- changed, not once for each row.

CREATE FUNCTION mark_noteables_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_mark('noteable_' || number) FROM (SELECT DISTINCT abs(noteable_id % 32) AS number FROM now) AS changed;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_noteables_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_mark('noteable_' || number) FROM (SELECT DISTINCT abs(noteable_id % 32) AS number FROM was) AS changed;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_noteables_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_mark('noteable_' || number)
  FROM (SELECT abs(noteable_id % 32) AS number FROM was UNION SELECT abs(noteable_id % 32) FROM now) AS changed;
  RETURN NULL;
END $$;

-- contract: no code names triggers, and those below take over in this transaction
DROP TRIGGER mark_noteable ON discussions;
-- contract: the same
DROP TRIGGER mark_noteable ON notes;

CREATE TRIGGER mark_noteable_new AFTER INSERT ON discussions REFERENCING NEW TABLE AS now
  FOR EACH STATEMENT EXECUTE FUNCTION mark_noteables_new();
CREATE TRIGGER mark_noteable_gone AFTER DELETE ON discussions REFERENCING OLD TABLE AS was
  FOR EACH STATEMENT EXECUTE FUNCTION mark_noteables_gone();
CREATE TRIGGER mark_noteable AFTER UPDATE ON discussions REFERENCING OLD TABLE AS was NEW TABLE AS now
  FOR EACH STATEMENT EXECUTE FUNCTION mark_noteables_changed();
CREATE TRIGGER mark_noteable_new AFTER INSERT ON notes REFERENCING NEW TABLE AS now
  FOR EACH STATEMENT EXECUTE FUNCTION mark_noteables_new();
CREATE TRIGGER mark_noteable_gone AFTER DELETE ON notes REFERENCING OLD TABLE AS was
  FOR EACH STATEMENT EXECUTE FUNCTION mark_noteables_gone();
CREATE TRIGGER mark_noteable AFTER UPDATE ON notes REFERENCING OLD TABLE AS was NEW TABLE AS now
  FOR EACH STATEMENT EXECUTE FUNCTION mark_noteables_changed();
