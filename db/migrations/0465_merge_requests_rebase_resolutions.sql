-- A rebase that resolves conflicts: the tip of the target branch that they are with, and how each file is resolved. Kept until
-- the rebase ends. As `json`, which holds any text.

ALTER TABLE merge_request_rebases
  ADD COLUMN target_sha text,
  ADD COLUMN resolution json,
  ADD CHECK (resolution IS NULL OR target_sha IS NOT NULL);
