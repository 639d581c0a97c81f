-- Groups that are invited to projects and to other groups, and the roles that follow from it.

CREATE TABLE group_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The invited group: its members come along.
  group_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  -- What it is invited to.
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  -- The most that a member of the invited group has here.
  access_level integer NOT NULL CHECK (access_level IN (10, 20, 30, 40, 50)),
  -- The first day without access.
  expires_at date,
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((project_id IS NULL) <> (namespace_id IS NULL)),
  CHECK (group_id IS DISTINCT FROM namespace_id)
);
CREATE UNIQUE INDEX group_links_namespace_group_key ON group_links (namespace_id, group_id) WHERE namespace_id IS NOT NULL;
CREATE UNIQUE INDEX group_links_project_group_key ON group_links (project_id, group_id) WHERE project_id IS NOT NULL;
CREATE INDEX group_links_group_id ON group_links (group_id);
CREATE INDEX group_links_created_by_id ON group_links (created_by_id);

-- Projects in the group, at every depth, cannot be shared with other groups.
ALTER TABLE namespaces ADD COLUMN share_with_group_lock boolean NOT NULL DEFAULT false;

-- Every role that somebody is given in a place, directly or because a group they belong to is invited there. An
-- invitation gives the lower of its own level and the role in the invited group, until the first of the two ends; it
-- is not handed on, so groups may invite each other. The two conditions on the members of a group say the same: one
-- finds them by group, the other finds the groups of a person.
CREATE VIEW member_grants AS
  SELECT m.user_id, m.project_id, m.namespace_id, m.access_level, m.expires_at, m.created_at, m.created_by_id,
    m.id AS member_id, NULL::bigint AS invited_group_id
  FROM members m
  UNION ALL
  SELECT m.user_id, l.project_id, l.namespace_id, least(m.access_level, l.access_level), least(m.expires_at, l.expires_at),
    l.created_at, l.created_by_id, NULL::bigint, l.group_id
  FROM group_links l
  JOIN namespaces g ON g.id = l.group_id AND g.deleting_since IS NULL
  JOIN members m ON m.namespace_id = ANY (g.traversal_ids) AND g.traversal_ids @> ARRAY[m.namespace_id];
