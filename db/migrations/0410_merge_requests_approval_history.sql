-- Approvals are a history: one that is taken back, replaced or ended keeps its row, with the time and the reason. At most
-- one of each user is active. An approval belongs to a head, the base it was compared with, and a target branch.

ALTER TABLE merge_request_approvals
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY,
  ADD COLUMN base_sha text,
  ADD COLUMN ended_at timestamptz,
  ADD COLUMN ended_reason text;
-- contract: 0.1, which ends and inserts rows instead of changing the one of a user
ALTER TABLE merge_request_approvals DROP CONSTRAINT merge_request_approvals_pkey;
ALTER TABLE merge_request_approvals ADD PRIMARY KEY (id);

UPDATE merge_request_approvals a SET base_sha = (
  SELECT v.base_sha FROM merge_request_versions v
  WHERE v.merge_request_id = a.merge_request_id AND v.head_sha = a.head_sha ORDER BY v.number DESC LIMIT 1);
UPDATE merge_request_approvals a SET ended_at = clock_timestamp(), ended_reason = 'retargeted'
  FROM merge_requests m WHERE m.id = a.merge_request_id AND a.target_branch IS NOT NULL AND a.target_branch <> m.target_branch;
UPDATE merge_request_approvals a SET ended_at = a.replaced_at, ended_reason = 'replaced'
  FROM merge_requests m WHERE m.id = a.merge_request_id AND a.ended_at IS NULL AND a.replaced_at IS NOT NULL
  AND a.head_sha IS DISTINCT FROM m.head_sha;

ALTER TABLE merge_request_approvals ADD CONSTRAINT merge_request_approvals_ended
  CHECK ((ended_at IS NULL) = (ended_reason IS NULL));
CREATE UNIQUE INDEX merge_request_approvals_active ON merge_request_approvals (merge_request_id, user_id)
  WHERE ended_at IS NULL;
CREATE INDEX merge_request_approvals_of_user ON merge_request_approvals (merge_request_id, user_id, id);

CREATE OR REPLACE VIEW merge_request_valid_approvals AS
  SELECT a.* FROM merge_request_approvals a JOIN merge_requests m ON m.id = a.merge_request_id
  WHERE a.ended_at IS NULL AND (a.target_branch IS NULL OR a.target_branch = m.target_branch);
