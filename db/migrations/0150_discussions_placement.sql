-- Where a thread on a diff stands in the newest version, and what projects want of outdated threads and of suggestions.

ALTER TABLE discussions
  -- {on, confidence, path, file_hash, version}; null where nothing was traced yet.
  ADD COLUMN placement jsonb;

ALTER TABLE projects
  -- Threads on lines that a push changes are resolved by it.
  ADD COLUMN resolve_outdated_diff_discussions boolean NOT NULL DEFAULT false,
  -- Template of the message of commits that apply suggestions; null for the usual one.
  ADD COLUMN suggestion_commit_message text CHECK (length(suggestion_commit_message) <= 1000);
