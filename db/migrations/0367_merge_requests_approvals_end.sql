-- An approval counts for the commit and the target branch that it was given for. It ends, without being removed, when the
-- request goes to another branch, and when its commit is no part of the source branch any more: the branch was rewritten,
-- or deleted and created again. Commits on top of it end nothing. Should the same come back, it counts again.

ALTER TABLE merge_request_approvals ADD COLUMN target_branch text, ADD COLUMN replaced_at timestamptz;
UPDATE merge_request_approvals a SET target_branch = m.target_branch FROM merge_requests m WHERE m.id = a.merge_request_id;

CREATE VIEW merge_request_valid_approvals AS
  SELECT a.* FROM merge_request_approvals a JOIN merge_requests m ON m.id = a.merge_request_id
  WHERE (a.target_branch IS NULL OR a.target_branch = m.target_branch)
    AND (a.replaced_at IS NULL OR a.head_sha = m.head_sha);
