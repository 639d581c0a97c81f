-- Which part of the activity a person looks at, for each kind of thing.

CREATE TABLE activity_filters (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  noteable_type text NOT NULL,
  -- 0 everything, 1 what people say, 2 what happened.
  filter smallint NOT NULL CHECK (filter IN (0, 1, 2)),
  PRIMARY KEY (user_id, noteable_type)
);
