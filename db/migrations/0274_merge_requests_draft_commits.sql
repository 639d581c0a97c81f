-- A pending comment remembers the one commit that was looked at, as its thread will.

ALTER TABLE merge_request_drafts
  ADD COLUMN commit_id text;
