-- What a system note in a thread of others is about: who may not see that never meets the note, while the thread is theirs
-- to read. Notes that stand on their own have it at their discussion.

ALTER TABLE notes
  ADD COLUMN about_type text,
  ADD COLUMN about_id bigint,
  ADD CONSTRAINT notes_about_whole CHECK ((about_type IS NULL) = (about_id IS NULL)) NOT VALID;
ALTER TABLE notes VALIDATE CONSTRAINT notes_about_whole;

CREATE INDEX notes_about ON notes (noteable_type, noteable_id, about_type, about_id) WHERE about_type IS NOT NULL;
