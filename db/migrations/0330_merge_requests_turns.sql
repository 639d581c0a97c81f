-- Since when each reviewer thinks what they think: what was pushed later they have not judged.
ALTER TABLE merge_request_reviewers ADD COLUMN state_at timestamptz NOT NULL DEFAULT now();
UPDATE merge_request_reviewers r SET state_at = coalesce(
  (SELECT a.created_at FROM merge_request_approvals a
   WHERE r.state = 'approved' AND a.merge_request_id = r.merge_request_id AND a.user_id = r.user_id),
  (SELECT max(v.created_at) FROM merge_request_reviews v
   WHERE r.state IN ('reviewed', 'requested_changes') AND v.merge_request_id = r.merge_request_id
     AND v.author_id = r.user_id AND v.undone_at IS NULL),
  r.requested_at);

-- Null while it has none.
ALTER TABLE merge_requests ADD COLUMN conflicts_since timestamptz;
UPDATE merge_requests SET conflicts_since = coalesce(merge_checked_at, updated_at)
WHERE merge_status = 'cannot_be_merged' AND state IN ('opened', 'locked');

-- When it was last marked as ready or opened again; null: as it was made.
ALTER TABLE merge_requests ADD COLUMN ready_at timestamptz;
