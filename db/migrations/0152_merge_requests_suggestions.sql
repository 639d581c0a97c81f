-- Changes of lines that a note proposes, one row for each suggestion block in its text.

CREATE TABLE merge_request_suggestions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  note_id bigint NOT NULL REFERENCES notes ON DELETE CASCADE,
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  -- The n-th block of the text, from 0.
  number integer NOT NULL,
  -- What it replaces: these lines of this file as they were in this commit.
  head_sha text NOT NULL,
  path text NOT NULL,
  from_line integer NOT NULL,
  to_line integer NOT NULL CHECK (to_line >= from_line),
  from_content text NOT NULL,
  to_content text NOT NULL,
  applied_at timestamptz,
  applied_by_id bigint REFERENCES users ON DELETE SET NULL,
  -- Null where the lines said so already.
  commit_sha text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT merge_request_suggestions_number_key UNIQUE (note_id, number)
);
CREATE INDEX merge_request_suggestions_merge_request_id ON merge_request_suggestions (merge_request_id);
CREATE INDEX merge_request_suggestions_applied_by_id ON merge_request_suggestions (applied_by_id);
