-- Labels and milestones of projects and groups.

CREATE TABLE labels (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  name text NOT NULL,
  color text NOT NULL,
  description text NOT NULL DEFAULT '',
  archived boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((project_id IS NULL) <> (namespace_id IS NULL))
);
CREATE UNIQUE INDEX labels_project_name_key ON labels (project_id, name) WHERE project_id IS NOT NULL;
CREATE UNIQUE INDEX labels_namespace_name_key ON labels (namespace_id, name) WHERE namespace_id IS NOT NULL;

-- A group's label may matter more in one project than in another.
CREATE TABLE label_priorities (
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  label_id bigint NOT NULL REFERENCES labels ON DELETE CASCADE,
  priority integer NOT NULL CHECK (priority >= 0),
  PRIMARY KEY (project_id, label_id)
);
CREATE INDEX label_priorities_label_id ON label_priorities (label_id);

CREATE TABLE milestones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  iid bigint NOT NULL,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'closed')),
  start_date date,
  due_date date,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((project_id IS NULL) <> (namespace_id IS NULL))
);
CREATE UNIQUE INDEX milestones_project_iid_key ON milestones (project_id, iid) WHERE project_id IS NOT NULL;
CREATE UNIQUE INDEX milestones_namespace_iid_key ON milestones (namespace_id, iid) WHERE namespace_id IS NOT NULL;
CREATE UNIQUE INDEX milestones_project_title_key ON milestones (project_id, title) WHERE project_id IS NOT NULL;
CREATE UNIQUE INDEX milestones_namespace_title_key ON milestones (namespace_id, title) WHERE namespace_id IS NOT NULL;

-- The last number given out, so that a number is never used twice.
CREATE TABLE milestone_counters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint UNIQUE REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint UNIQUE REFERENCES namespaces ON DELETE CASCADE,
  last_iid bigint NOT NULL,
  CHECK ((project_id IS NULL) <> (namespace_id IS NULL))
);
