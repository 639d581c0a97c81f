-- Reactions to notes and to the things that are talked about.

CREATE TABLE award_emoji (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- First name of the emoji: `thumbsup`.
  name text NOT NULL CHECK (length(name) <= 60),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  noteable_type text NOT NULL,
  noteable_id bigint NOT NULL,
  -- Null for a reaction to the thing itself.
  note_id bigint REFERENCES notes ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX award_emoji_once ON award_emoji (user_id, noteable_type, noteable_id, COALESCE(note_id, 0), name);
CREATE INDEX award_emoji_noteable ON award_emoji (noteable_type, noteable_id) WHERE note_id IS NULL;
CREATE INDEX award_emoji_note_id ON award_emoji (note_id) WHERE note_id IS NOT NULL;
