-- News that belong together and may be taken back together for a moment, such as those of one review.

ALTER TABLE mail_news
  ADD COLUMN batch text,
  -- Not told before.
  ADD COLUMN held_until timestamptz;
CREATE INDEX mail_news_batch ON mail_news (batch) WHERE batch IS NOT NULL;

ALTER TABLE todos
  ADD COLUMN batch text,
  -- Causes that this one took the place of and that come back with it, newest first.
  ADD COLUMN earlier jsonb NOT NULL DEFAULT '[]',
  -- The batch that ended it.
  ADD COLUMN done_batch text;
CREATE INDEX todos_batch ON todos (batch) WHERE batch IS NOT NULL;
CREATE INDEX todos_done_batch ON todos (done_batch) WHERE done_batch IS NOT NULL;

-- Batches that were taken back, so that what is told late is not told.
CREATE TABLE retracted_news (
  batch text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);
