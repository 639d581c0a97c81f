-- Images with a link that the overview of a project shows; those of a group are shown by all projects in it.
CREATE TABLE project_badges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  name text NOT NULL DEFAULT '',
  link_url text NOT NULL,
  image_url text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(project_id, namespace_id) = 1)
);
CREATE INDEX project_badges_project_id ON project_badges (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX project_badges_namespace_id ON project_badges (namespace_id) WHERE namespace_id IS NOT NULL;
