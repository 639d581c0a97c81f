-- What is talked about can live in a group instead of a project, and what is said of it goes with the group.

ALTER TABLE discussions
  ADD COLUMN namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  ADD CONSTRAINT discussions_one_place CHECK (project_id IS NULL OR namespace_id IS NULL);
CREATE INDEX discussions_namespace_id ON discussions (namespace_id) WHERE namespace_id IS NOT NULL;

ALTER TABLE notes
  ADD COLUMN namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  ADD CONSTRAINT notes_one_place CHECK (project_id IS NULL OR namespace_id IS NULL);
CREATE INDEX notes_namespace_id ON notes (namespace_id) WHERE namespace_id IS NOT NULL;

ALTER TABLE description_versions
  ADD COLUMN namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  ADD CONSTRAINT description_versions_one_place CHECK (project_id IS NULL OR namespace_id IS NULL);
CREATE INDEX description_versions_namespace_id ON description_versions (namespace_id) WHERE namespace_id IS NOT NULL;

-- So does what waits for people there.
ALTER TABLE todos
  ADD COLUMN namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  ADD CONSTRAINT todos_one_place CHECK (project_id IS NULL OR namespace_id IS NULL);
CREATE INDEX todos_namespace_id ON todos (namespace_id) WHERE namespace_id IS NOT NULL;
