-- Counters that tell whether anything changed without reading it, so that what was read once may be remembered.
--
-- A mark moves before its change can be seen: the trigger takes the mark's lock, which ends with the transaction, then
-- counts. Whoever wants to remember something reads the mark, finds the lock free (so whatever moved the mark up to there
-- is committed or gone), reads the rows, and believes them as long as the mark stands where it stood. Marks are sequences:
-- they move at once, for all, without holding anybody up.

DO $$
BEGIN
  -- Who people are and what they may do anywhere.
  CREATE SEQUENCE mark_access;
  -- What texts may name by a reference.
  CREATE SEQUENCE mark_named;
  FOR number IN 0..31 LOOP
    -- Projects by id, and things that are talked about by id, each with 31 strangers.
    EXECUTE format('CREATE SEQUENCE mark_project_%s', number);
    EXECUTE format('CREATE SEQUENCE mark_noteable_%s', number);
  END LOOP;
END $$;

CREATE FUNCTION move_mark(mark text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('mark:' || mark, 0));
  PERFORM nextval(('mark_' || mark)::regclass);
END $$;

/* One function for each way to find the marks of a row. All run after the row changed, in the same transaction. */

CREATE FUNCTION mark_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_mark('access');
  RETURN NULL;
END $$;

CREATE FUNCTION mark_named() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_mark('named');
  RETURN NULL;
END $$;

CREATE FUNCTION mark_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_mark('project_' || coalesce(NEW.id, OLD.id) % 32);
  RETURN NULL;
END $$;

CREATE FUNCTION mark_part_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM move_mark('project_' || OLD.project_id % 32); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM move_mark('project_' || NEW.project_id % 32); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_noteable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_mark('noteable_' || abs(coalesce(NEW.id, OLD.id) % 32));
  RETURN NULL;
END $$;

CREATE FUNCTION mark_part_of_noteable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM move_mark('noteable_' || abs(OLD.noteable_id % 32)); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM move_mark('noteable_' || abs(NEW.noteable_id % 32)); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_part_of_merge_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM move_mark('noteable_' || OLD.merge_request_id % 32); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM move_mark('noteable_' || NEW.merge_request_id % 32); END IF;
  RETURN NULL;
END $$;

-- Access. What only says when something was used last takes and gives nothing.

CREATE TRIGGER mark_access_new AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_access AFTER UPDATE ON users FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'last_activity_on' IS DISTINCT FROM to_jsonb(NEW) - 'last_activity_on')
  EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_access_gone AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_access AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (to_jsonb(OLD) - '{last_used_at,ip}'::text[] IS DISTINCT FROM to_jsonb(NEW) - '{last_used_at,ip}'::text[])
  EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_access_gone AFTER DELETE ON personal_access_tokens FOR EACH ROW EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_access AFTER UPDATE ON personal_access_tokens FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'last_used_at' IS DISTINCT FROM to_jsonb(NEW) - 'last_used_at')
  EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_access AFTER INSERT OR UPDATE OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_access AFTER INSERT OR UPDATE OR DELETE ON group_links FOR EACH ROW EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_access AFTER INSERT OR UPDATE OR DELETE ON namespaces FOR EACH ROW EXECUTE FUNCTION mark_access();
CREATE TRIGGER mark_access AFTER INSERT OR UPDATE OR DELETE ON activity_filters
  FOR EACH ROW EXECUTE FUNCTION mark_access();

-- Projects. An address in use changes hands with the rows of both projects, so their own marks are enough.

CREATE TRIGGER mark_project_new AFTER INSERT OR DELETE ON projects FOR EACH ROW EXECUTE FUNCTION mark_project();
CREATE TRIGGER mark_project AFTER UPDATE ON projects FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_project();
CREATE TRIGGER mark_project AFTER INSERT OR UPDATE OR DELETE ON protected_branches
  FOR EACH ROW EXECUTE FUNCTION mark_part_of_project();
-- Its rows name the rule only; rules are few and change seldom.
CREATE TRIGGER mark_access AFTER INSERT OR UPDATE OR DELETE ON protected_branch_access
  FOR EACH ROW EXECUTE FUNCTION mark_access();

-- What is talked about, and the talk.

CREATE TRIGGER mark_noteable_new AFTER INSERT OR DELETE ON merge_requests FOR EACH ROW EXECUTE FUNCTION mark_noteable();
CREATE TRIGGER mark_noteable AFTER UPDATE ON merge_requests FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_noteable();
CREATE TRIGGER mark_noteable_new AFTER INSERT OR DELETE ON issues FOR EACH ROW EXECUTE FUNCTION mark_noteable();
CREATE TRIGGER mark_noteable AFTER UPDATE ON issues FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_noteable();
CREATE TRIGGER mark_noteable AFTER INSERT OR UPDATE OR DELETE ON merge_request_assignees
  FOR EACH ROW EXECUTE FUNCTION mark_part_of_merge_request();
CREATE TRIGGER mark_noteable AFTER INSERT OR UPDATE OR DELETE ON merge_request_versions
  FOR EACH ROW EXECUTE FUNCTION mark_part_of_merge_request();
CREATE TRIGGER mark_noteable AFTER INSERT OR UPDATE OR DELETE ON merge_request_suggestions
  FOR EACH ROW EXECUTE FUNCTION mark_part_of_merge_request();
CREATE TRIGGER mark_noteable AFTER INSERT OR UPDATE OR DELETE ON discussions
  FOR EACH ROW EXECUTE FUNCTION mark_part_of_noteable();
CREATE TRIGGER mark_noteable AFTER INSERT OR UPDATE OR DELETE ON notes
  FOR EACH ROW EXECUTE FUNCTION mark_part_of_noteable();
CREATE TRIGGER mark_noteable AFTER INSERT OR UPDATE OR DELETE ON award_emoji
  FOR EACH ROW EXECUTE FUNCTION mark_part_of_noteable();
CREATE TRIGGER mark_noteable AFTER INSERT OR UPDATE OR DELETE ON description_versions
  FOR EACH ROW EXECUTE FUNCTION mark_part_of_noteable();

-- What texts name. Counters and times of a project are not told of.

CREATE TRIGGER mark_named_new AFTER INSERT OR DELETE ON projects FOR EACH ROW EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named AFTER UPDATE ON projects FOR EACH ROW
  WHEN (to_jsonb(OLD) - '{last_activity_at,updated_at,repository_size_bytes,star_count,forks_count}'::text[]
    IS DISTINCT FROM to_jsonb(NEW) - '{last_activity_at,updated_at,repository_size_bytes,star_count,forks_count}'::text[])
  EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named_new AFTER INSERT OR DELETE ON merge_requests FOR EACH ROW EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named AFTER UPDATE ON merge_requests FOR EACH ROW
  WHEN (OLD.title IS DISTINCT FROM NEW.title OR OLD.iid IS DISTINCT FROM NEW.iid) EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named_new AFTER INSERT OR DELETE ON issues FOR EACH ROW EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named AFTER UPDATE ON issues FOR EACH ROW
  WHEN (to_jsonb(OLD) - '{updated_at,lock_version,description,description_html}'::text[]
    IS DISTINCT FROM to_jsonb(NEW) - '{updated_at,lock_version,description,description_html}'::text[])
  EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named AFTER INSERT OR UPDATE OR DELETE ON issue_assignees
  FOR EACH ROW EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named AFTER INSERT OR UPDATE OR DELETE ON labels FOR EACH ROW EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named AFTER INSERT OR UPDATE OR DELETE ON label_priorities
  FOR EACH ROW EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named AFTER INSERT OR UPDATE OR DELETE ON milestones FOR EACH ROW EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named AFTER INSERT OR UPDATE OR DELETE ON merge_request_versions
  FOR EACH ROW EXECUTE FUNCTION mark_named();
CREATE TRIGGER mark_named_redirects AFTER INSERT OR UPDATE OR DELETE ON redirect_routes
  FOR EACH ROW EXECUTE FUNCTION mark_named();
