-- More of what the page of a merge request reads moves the marks of the merge request, its project or access, so that it
-- can be cached.

DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['merge_request_reviewers', 'merge_request_approvals', 'merge_request_labels',
    'merge_request_subscriptions', 'merge_request_issues', 'train_cars',
    'stack_merges'] LOOP
    EXECUTE format('CREATE TRIGGER mark_noteable AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION mark_part_of_merge_request()', part);
  END LOOP;
END $$;

CREATE TRIGGER mark_project AFTER INSERT OR UPDATE OR DELETE ON external_status_checks
  FOR EACH ROW EXECUTE FUNCTION mark_part_of_project();
-- Settings of groups are for all projects below; they are few and change seldom.
CREATE TRIGGER mark_access AFTER INSERT OR UPDATE OR DELETE ON approval_settings
  FOR EACH ROW EXECUTE FUNCTION mark_access();
