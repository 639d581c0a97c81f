-- What waits for a person, how much they want to hear, and what is still to be told them by mail.

CREATE TABLE todos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  action text NOT NULL CHECK (action IN ('assigned', 'mentioned', 'directly_addressed', 'marked', 'review_requested',
    'review_submitted', 'approval_required', 'build_failed', 'unmergeable', 'merge_train_removed')),
  target_type text NOT NULL,
  target_id bigint NOT NULL,
  note_id bigint,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done')),
  -- Why it is done, when not by hand: the person acted, or the thing ended.
  done_by text CHECK (done_by IN ('hand', 'act', 'end', 'withdrawn')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- One open entry for one reason about one thing: the next mention moves it up instead of adding to it.
CREATE UNIQUE INDEX todos_pending_key ON todos (user_id, target_type, target_id, action) WHERE state = 'pending';
CREATE INDEX todos_user_id_id ON todos (user_id, state, id);
CREATE INDEX todos_target ON todos (target_type, target_id);
CREATE INDEX todos_project_id ON todos (project_id);
CREATE INDEX todos_author_id ON todos (author_id);

-- The wish of one person for everything, for one group or for one project.
CREATE TABLE notification_settings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('disabled', 'participating', 'watch', 'global', 'mention', 'custom')),
  -- Names of events that are wanted, for the level custom.
  events text[] NOT NULL DEFAULT '{}',
  CHECK (namespace_id IS NULL OR project_id IS NULL)
);
CREATE UNIQUE INDEX notification_settings_place_key
  ON notification_settings (user_id, coalesce(namespace_id, 0), coalesce(project_id, 0));
CREATE INDEX notification_settings_namespace_id ON notification_settings (namespace_id);
CREATE INDEX notification_settings_project_id ON notification_settings (project_id);

-- News that wait to be told by mail, gathered for a moment so that one mail tells all of them.
CREATE TABLE mail_news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  target_type text NOT NULL,
  target_id bigint NOT NULL,
  event_id bigint NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  actor_id bigint REFERENCES users ON DELETE SET NULL,
  note_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, event_id, kind)
);
CREATE INDEX mail_news_user_id_target ON mail_news (user_id, target_type, target_id);
CREATE INDEX mail_news_actor_id ON mail_news (actor_id);
