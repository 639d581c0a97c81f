-- When the point of a picture that a thread stands on was moved last: whoever was shown another one since must not move it
-- back unknowingly. Other things that touch a note, as reactions do, say nothing of its point.
ALTER TABLE discussions ADD COLUMN pin_moved_at timestamptz;
