-- The commands of a text are written down with it, so that they are done also when the process that took it ends.

ALTER TABLE command_runs
  -- [{name, args}], in their order; null in rows from before.
  ADD COLUMN commands jsonb,
  -- How many of them are done.
  ADD COLUMN done integer NOT NULL DEFAULT 0,
  -- The head that the writer looked at.
  ADD COLUMN seen_head_sha text,
  -- Somebody is at a command that cannot be in one transaction with its count.
  ADD COLUMN busy_until timestamptz;
