-- Groups can be archived, and projects and groups can wait for their deletion, during which they can be restored.

ALTER TABLE namespaces ADD COLUMN archived_at timestamptz;
ALTER TABLE namespaces ADD COLUMN marked_for_deletion_at timestamptz;
-- It, or a group above it, is archived or waits for its deletion.
ALTER TABLE namespaces ADD COLUMN is_read_only boolean NOT NULL DEFAULT false;

ALTER TABLE projects ADD COLUMN marked_for_deletion_at timestamptz;
-- The group that it lies in is read-only.
ALTER TABLE projects ADD COLUMN is_group_read_only boolean NOT NULL DEFAULT false;
ALTER TABLE projects ADD COLUMN is_read_only boolean NOT NULL
  GENERATED ALWAYS AS (archived_at IS NOT NULL OR marked_for_deletion_at IS NOT NULL OR is_group_read_only) STORED;

CREATE INDEX projects_marked_for_deletion ON projects (marked_for_deletion_at) WHERE marked_for_deletion_at IS NOT NULL;
CREATE INDEX namespaces_marked_for_deletion ON namespaces (marked_for_deletion_at) WHERE marked_for_deletion_at IS NOT NULL;
