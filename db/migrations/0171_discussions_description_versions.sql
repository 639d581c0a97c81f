-- What a description said after each change, and the note that tells of the change.

CREATE TABLE description_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  noteable_type text NOT NULL,
  noteable_id bigint NOT NULL,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  -- Null once it was deleted; the note stays and says so.
  body text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX description_versions_noteable ON description_versions (noteable_type, noteable_id, id);
CREATE INDEX description_versions_project_id ON description_versions (project_id);

ALTER TABLE notes ADD COLUMN description_version_id bigint REFERENCES description_versions ON DELETE SET NULL;
CREATE INDEX notes_description_version_id ON notes (description_version_id) WHERE description_version_id IS NOT NULL;
