-- When a reviewer was last asked: being asked again is a new duty, but no change of who came when.
ALTER TABLE merge_request_reviewers ADD COLUMN requested_at timestamptz NOT NULL DEFAULT now();
UPDATE merge_request_reviewers SET requested_at = created_at;
