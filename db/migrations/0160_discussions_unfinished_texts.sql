-- What people have typed and not sent yet, kept so that it survives reloads, crashes and changes of device. Private to
-- the person; nothing else reads it.

CREATE TABLE unfinished_texts (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The thing or form that is written in, and the field in it; chosen by the page.
  place text NOT NULL CHECK (length(place) <= 300),
  field text NOT NULL CHECK (length(field) <= 200),
  text text NOT NULL CHECK (length(text) <= 1000000),
  -- Time of the saved text that was being changed, as the page had it; null for new texts.
  base text CHECK (length(base) <= 100),
  revision bigint NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, place, field)
);
CREATE INDEX unfinished_texts_updated_at ON unfinished_texts (updated_at);
CREATE INDEX unfinished_texts_of_person ON unfinished_texts (user_id, updated_at);

-- Earlier states: taken now and then while typing, before a text is thrown away, and before another device overwrites it.
CREATE TABLE unfinished_text_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  place text NOT NULL,
  field text NOT NULL,
  text text NOT NULL,
  saved_at timestamptz NOT NULL
);
CREATE INDEX unfinished_text_versions_field ON unfinished_text_versions (user_id, place, field, id);
CREATE INDEX unfinished_text_versions_saved_at ON unfinished_text_versions (saved_at);
