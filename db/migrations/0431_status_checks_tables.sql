-- External status checks: services that are asked about each new head of a merge request, and what they answered.

CREATE TABLE external_status_checks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  external_url text NOT NULL,
  -- Sealed; it signs what is sent and never leaves again.
  secret_sealed text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX external_status_checks_name_key ON external_status_checks (project_id, lower(name));
CREATE UNIQUE INDEX external_status_checks_url_key ON external_status_checks (project_id, external_url);

-- Without rows a check is for all branches.
CREATE TABLE external_status_check_branches (
  check_id bigint NOT NULL REFERENCES external_status_checks ON DELETE CASCADE,
  protected_branch_id bigint NOT NULL REFERENCES protected_branches ON DELETE CASCADE,
  PRIMARY KEY (check_id, protected_branch_id)
);
CREATE INDEX external_status_check_branches_branch ON external_status_check_branches (protected_branch_id);

-- One answer for each check and head: what was said for another head does not count.
CREATE TABLE status_check_responses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  check_id bigint NOT NULL REFERENCES external_status_checks ON DELETE CASCADE,
  head_sha text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'passed', 'failed')),
  -- Why it failed, where the service did not say so itself.
  failure_reason text,
  -- Since when it waits: a pending one fails after a while.
  status_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT status_check_responses_head_key UNIQUE (merge_request_id, check_id, head_sha)
);
CREATE INDEX status_check_responses_check_id ON status_check_responses (check_id);
CREATE INDEX status_check_responses_pending ON status_check_responses (status_at) WHERE status = 'pending';

ALTER TABLE projects ADD COLUMN only_allow_merge_if_all_status_checks_passed boolean NOT NULL DEFAULT false;
