-- What commits, branches and tags must be like to be pushed: of a project, of a group, or (neither) of the instance. Null
-- values are inherited.

CREATE TABLE push_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint UNIQUE REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint UNIQUE REFERENCES namespaces ON DELETE CASCADE,
  commit_message_regex text,
  commit_message_negative_regex text,
  branch_name_regex text,
  author_email_regex text,
  file_name_regex text,
  deny_delete_tag boolean,
  member_check boolean,
  prevent_secrets boolean,
  commit_committer_check boolean,
  commit_committer_name_check boolean,
  reject_unsigned_commits boolean,
  reject_non_dco_commits boolean,
  max_file_size integer CHECK (max_file_size >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (project_id IS NULL OR namespace_id IS NULL)
);
CREATE UNIQUE INDEX push_rules_instance_key ON push_rules ((true)) WHERE project_id IS NULL AND namespace_id IS NULL;
