-- Unfinished texts beyond a person's share become earlier texts. The mark says that nobody let go of it: it is still shown where
-- it was written, and its base is that of the text being changed.
ALTER TABLE unfinished_text_versions
  ADD COLUMN is_trimmed boolean NOT NULL DEFAULT false,
  ADD COLUMN base text;
CREATE INDEX unfinished_text_versions_trimmed ON unfinished_text_versions (user_id, place) WHERE is_trimmed;
