-- Somebody with very much work is deleted in steps.

-- Set while the account is on its way out: it opens nothing, and nothing brings it back.
ALTER TABLE users ADD COLUMN removing_since timestamptz;
