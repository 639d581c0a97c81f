-- When the version before was looked at.
ALTER TABLE merge_request_looks ADD COLUMN previous_looked_at timestamptz;
