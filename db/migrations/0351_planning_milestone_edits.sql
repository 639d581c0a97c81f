-- When what a milestone says last changed: whoever edits it sends the time back, and overwrites nothing unseen.
-- Empty for one that is as it was made.

ALTER TABLE milestones ADD COLUMN last_edited_at timestamptz;
