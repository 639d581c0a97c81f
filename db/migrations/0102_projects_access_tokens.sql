-- The bots behind the access tokens of projects and groups. Where a bot belongs is forgotten with the place, and then its
-- tokens are ended.
CREATE TABLE access_token_bots (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE SET NULL,
  namespace_id bigint REFERENCES namespaces ON DELETE SET NULL,
  -- The role the bot was given; its membership says what it is now.
  access_level integer NOT NULL CHECK (access_level IN (10, 20, 30, 40, 50)),
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  -- Set when no token of the bot can work any more and its role was taken.
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (project_id IS NULL OR namespace_id IS NULL)
);
CREATE INDEX access_token_bots_project_id ON access_token_bots (project_id);
CREATE INDEX access_token_bots_namespace_id ON access_token_bots (namespace_id);
CREATE INDEX access_token_bots_created_by_id ON access_token_bots (created_by_id);
CREATE INDEX access_token_bots_living ON access_token_bots (user_id) WHERE ended_at IS NULL;
