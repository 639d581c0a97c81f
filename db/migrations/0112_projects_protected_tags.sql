-- Tags that only chosen people create, and nobody moves.

CREATE TABLE protected_tags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- A tag name, or a pattern in which * stands for any text.
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT protected_tags_name_key UNIQUE (project_id, name)
);

CREATE TABLE protected_tag_access (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  protected_tag_id bigint NOT NULL REFERENCES protected_tags ON DELETE CASCADE,
  access_level integer CHECK (access_level IN (0, 30, 40, 60)),
  user_id bigint REFERENCES users ON DELETE CASCADE,
  group_id bigint REFERENCES namespaces ON DELETE CASCADE,
  CHECK (num_nonnulls(access_level, user_id, group_id) = 1)
);
CREATE INDEX protected_tag_access_tag ON protected_tag_access (protected_tag_id);
CREATE INDEX protected_tag_access_user_id ON protected_tag_access (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX protected_tag_access_group_id ON protected_tag_access (group_id) WHERE group_id IS NOT NULL;
