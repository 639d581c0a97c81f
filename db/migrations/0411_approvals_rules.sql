-- Approval rules of projects and merge requests, the settings of groups and projects, and what became of approvals when
-- the content of a merge request changed.

CREATE TABLE approval_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Null: a rule of the project.
  merge_request_id bigint REFERENCES merge_requests ON DELETE CASCADE,
  -- The rule of the project that this one replaces in its merge request.
  source_rule_id bigint REFERENCES approval_rules ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 1024),
  rule_type text NOT NULL CHECK (rule_type IN ('regular', 'any_approver', 'report_approver')),
  report_type text CHECK (report_type IN ('code_coverage')),
  approvals_required integer NOT NULL CHECK (approvals_required BETWEEN 0 AND 100),
  applies_to_all_protected_branches boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (source_rule_id IS NULL OR merge_request_id IS NOT NULL)
);
CREATE UNIQUE INDEX approval_rules_project_name ON approval_rules (project_id, lower(name)) WHERE merge_request_id IS NULL;
CREATE UNIQUE INDEX approval_rules_request_name ON approval_rules (merge_request_id, lower(name))
  WHERE merge_request_id IS NOT NULL;
CREATE UNIQUE INDEX approval_rules_project_any ON approval_rules (project_id)
  WHERE merge_request_id IS NULL AND rule_type = 'any_approver';
CREATE UNIQUE INDEX approval_rules_request_any ON approval_rules (merge_request_id) WHERE rule_type = 'any_approver';
CREATE UNIQUE INDEX approval_rules_override ON approval_rules (merge_request_id, source_rule_id);
CREATE INDEX approval_rules_source_rule_id ON approval_rules (source_rule_id);

CREATE TABLE approval_rule_users (
  rule_id bigint NOT NULL REFERENCES approval_rules ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (rule_id, user_id)
);
CREATE INDEX approval_rule_users_user_id ON approval_rule_users (user_id);

CREATE TABLE approval_rule_groups (
  rule_id bigint NOT NULL REFERENCES approval_rules ON DELETE CASCADE,
  group_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  PRIMARY KEY (rule_id, group_id)
);
CREATE INDEX approval_rule_groups_group_id ON approval_rule_groups (group_id);

CREATE TABLE approval_rule_branches (
  rule_id bigint NOT NULL REFERENCES approval_rules ON DELETE CASCADE,
  protected_branch_id bigint NOT NULL REFERENCES protected_branches ON DELETE CASCADE,
  PRIMARY KEY (rule_id, protected_branch_id)
);
CREATE INDEX approval_rule_branches_branch_id ON approval_rule_branches (protected_branch_id);

-- Null values are inherited.
CREATE TABLE approval_settings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace_id bigint UNIQUE REFERENCES namespaces ON DELETE CASCADE,
  project_id bigint UNIQUE REFERENCES projects ON DELETE CASCADE,
  allow_author_approval boolean,
  allow_committer_approval boolean,
  allow_overrides_to_approver_list_per_merge_request boolean,
  retain_approvals_on_push boolean,
  selective_code_owner_removals boolean,
  require_password_to_approve boolean,
  require_reauthentication_to_approve boolean,
  -- A new head ends every approval, also one that git would have made from the old head.
  end_approvals_on_every_push boolean,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nonnulls(namespace_id, project_id) = 1)
);
-- Projects from before keep approvals when commits are added.
INSERT INTO approval_settings (project_id, retain_approvals_on_push) SELECT id, true FROM projects;

-- What a push or a new target branch did to an approval.
CREATE TABLE approval_receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  approval_id bigint NOT NULL REFERENCES merge_request_approvals ON DELETE CASCADE,
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  outcome text NOT NULL CHECK (outcome IN ('carried', 'retained', 'ended')),
  reason text NOT NULL,
  from_head_sha text,
  to_head_sha text NOT NULL,
  from_target text,
  to_target text NOT NULL,
  -- Files that were compared, and those of them that differ from what was approved (at most 100 are named).
  compared_files integer NOT NULL,
  changed_files integer NOT NULL,
  changed_paths text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX approval_receipts_approval_id ON approval_receipts (approval_id);
CREATE INDEX approval_receipts_merge_request_id ON approval_receipts (merge_request_id, id);

ALTER TABLE protected_branches ADD COLUMN code_owner_approval_required boolean NOT NULL DEFAULT false;
