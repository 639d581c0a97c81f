-- Where projects live, the projects, and who belongs to them.

CREATE TABLE namespaces (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('user', 'group')),
  parent_id bigint REFERENCES namespaces ON DELETE RESTRICT,
  -- The person a personal namespace belongs to.
  owner_id bigint REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  path text NOT NULL,
  full_path text NOT NULL,
  -- Ids from the root down to this namespace itself.
  traversal_ids bigint[] NOT NULL DEFAULT '{}',
  description text NOT NULL DEFAULT '',
  visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'internal', 'public')),
  avatar_name text,
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'user') = (owner_id IS NOT NULL)),
  CHECK (kind = 'group' OR parent_id IS NULL)
);
CREATE UNIQUE INDEX namespaces_full_path_key ON namespaces (lower(full_path));
CREATE UNIQUE INDEX namespaces_owner_id_key ON namespaces (owner_id);
CREATE INDEX namespaces_parent_id ON namespaces (parent_id);
CREATE INDEX namespaces_traversal_ids ON namespaces USING gin (traversal_ids);

CREATE TABLE projects (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE RESTRICT,
  name text NOT NULL,
  path text NOT NULL,
  full_path text NOT NULL,
  description text NOT NULL DEFAULT '',
  visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'internal', 'public')),
  default_branch text,
  archived_at timestamptz,
  -- Set while the project waits to be removed; nobody but its owners sees it any more.
  deleting_since timestamptz,
  -- 'ready' once the repository exists on disk.
  repository_state text NOT NULL DEFAULT 'creating' CHECK (repository_state IN ('creating', 'forking', 'ready', 'failed')),
  forked_from_id bigint REFERENCES projects ON DELETE SET NULL,
  creator_id bigint REFERENCES users ON DELETE SET NULL,
  avatar_name text,
  topics text[] NOT NULL DEFAULT '{}',
  repository_access_level text NOT NULL DEFAULT 'enabled' CHECK (repository_access_level IN ('disabled', 'private', 'enabled')),
  merge_requests_access_level text NOT NULL DEFAULT 'enabled' CHECK (merge_requests_access_level IN ('disabled', 'private', 'enabled')),
  issues_access_level text NOT NULL DEFAULT 'enabled' CHECK (issues_access_level IN ('disabled', 'private', 'enabled')),
  forking_access_level text NOT NULL DEFAULT 'enabled' CHECK (forking_access_level IN ('disabled', 'private', 'enabled')),
  remove_source_branch_after_merge boolean NOT NULL DEFAULT true,
  only_allow_merge_if_all_discussions_are_resolved boolean NOT NULL DEFAULT false,
  merge_method text NOT NULL DEFAULT 'merge' CHECK (merge_method IN ('merge', 'rebase_merge', 'ff')),
  squash_option text NOT NULL DEFAULT 'default_off' CHECK (squash_option IN ('never', 'always', 'default_on', 'default_off')),
  star_count integer NOT NULL DEFAULT 0,
  forks_count integer NOT NULL DEFAULT 0,
  repository_size_bytes bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_activity_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX projects_full_path_key ON projects (lower(full_path));
CREATE INDEX projects_namespace_id ON projects (namespace_id);
CREATE INDEX projects_forked_from_id ON projects (forked_from_id);
CREATE INDEX projects_last_activity_at ON projects (last_activity_at DESC, id DESC);

-- Old addresses keep working after a rename or a move.
CREATE TABLE redirect_routes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  path text NOT NULL,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((project_id IS NULL) <> (namespace_id IS NULL))
);
CREATE UNIQUE INDEX redirect_routes_path_key ON redirect_routes (lower(path));

CREATE TABLE members (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  access_level integer NOT NULL CHECK (access_level IN (10, 20, 30, 40, 50)),
  -- The first day without access.
  expires_at date,
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((project_id IS NULL) <> (namespace_id IS NULL))
);
CREATE UNIQUE INDEX members_namespace_user_key ON members (namespace_id, user_id) WHERE namespace_id IS NOT NULL;
CREATE UNIQUE INDEX members_project_user_key ON members (project_id, user_id) WHERE project_id IS NOT NULL;
CREATE INDEX members_user_id ON members (user_id);

CREATE TABLE project_stars (
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, user_id)
);
