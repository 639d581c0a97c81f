-- Emoji that a group adds to those everybody has: for texts and reactions in its projects and those of its subgroups.

CREATE TABLE custom_emoji (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  name text NOT NULL,
  -- Name of the stored picture: who has not been shown it cannot guess it.
  file_name text NOT NULL,
  creator_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT custom_emoji_name_taken UNIQUE (namespace_id, name),
  CONSTRAINT custom_emoji_file_name UNIQUE (file_name)
);
CREATE INDEX custom_emoji_creator_id ON custom_emoji (creator_id);

-- Its reactions go with it.
ALTER TABLE award_emoji ADD COLUMN custom_emoji_id bigint REFERENCES custom_emoji ON DELETE CASCADE;
CREATE INDEX award_emoji_custom_emoji_id ON award_emoji (custom_emoji_id) WHERE custom_emoji_id IS NOT NULL;

-- Texts show them, and are remembered until they change.
CREATE TRIGGER mark_named AFTER INSERT OR UPDATE OR DELETE ON custom_emoji
  FOR EACH ROW EXECUTE FUNCTION mark_named();
