-- What people say: threads, their notes, and files put into texts.

CREATE TABLE discussions (
  -- 40 random hex digits: the public name of a thread.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{40}$'),
  -- Order of creation; cursors of pages are numbers of this column.
  position_number bigint GENERATED ALWAYS AS IDENTITY,
  noteable_type text NOT NULL,
  noteable_id bigint NOT NULL,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  -- A single comment that takes no replies.
  is_individual boolean NOT NULL,
  is_internal boolean NOT NULL DEFAULT false,
  -- System notes make discussions of their own.
  is_system boolean NOT NULL DEFAULT false,
  -- Derived from the notes in the transaction that changes them.
  is_resolvable boolean NOT NULL DEFAULT false,
  resolved_at timestamptz,
  resolved_by_id bigint REFERENCES users ON DELETE SET NULL,
  resolved_by_push boolean NOT NULL DEFAULT false,
  -- Diff threads: where it stands now, where it was begun, and the lines it was about.
  commit_id text,
  position jsonb,
  original_position jsonb,
  line_code text,
  original_line_code text,
  snapshot jsonb,
  -- False when the place does not exist in the newest version.
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX discussions_position_number_key ON discussions (position_number);
CREATE INDEX discussions_noteable ON discussions (noteable_type, noteable_id, position_number);
CREATE INDEX discussions_project_id ON discussions (project_id);
CREATE INDEX discussions_unresolved ON discussions (noteable_type, noteable_id)
  WHERE is_resolvable AND resolved_at IS NULL;

CREATE TABLE notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discussion_id text NOT NULL REFERENCES discussions ON DELETE CASCADE,
  noteable_type text NOT NULL,
  noteable_id bigint NOT NULL,
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  type text CHECK (type IN ('DiscussionNote', 'DiffNote')),
  is_system boolean NOT NULL DEFAULT false,
  -- What a system note tells of: names its icon.
  system_action text,
  is_internal boolean NOT NULL DEFAULT false,
  body text NOT NULL,
  -- Safe HTML with references as placeholders, and the version of the renderer that made it.
  body_html text NOT NULL,
  html_version integer NOT NULL,
  resolvable boolean NOT NULL DEFAULT false,
  resolved_at timestamptz,
  resolved_by_id bigint REFERENCES users ON DELETE SET NULL,
  resolved_by_push boolean NOT NULL DEFAULT false,
  -- Chosen by the client: a repeated request makes no second note.
  idempotency_key text CHECK (length(idempotency_key) <= 200),
  lock_version integer NOT NULL DEFAULT 0,
  edited_at timestamptz,
  edited_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (is_system = (system_action IS NOT NULL))
);
CREATE INDEX notes_discussion_id ON notes (discussion_id, id);
CREATE INDEX notes_noteable_updated ON notes (noteable_type, noteable_id, updated_at);
CREATE INDEX notes_noteable_created ON notes (noteable_type, noteable_id, id);
CREATE INDEX notes_author_id ON notes (author_id);
CREATE INDEX notes_project_id ON notes (project_id);
CREATE UNIQUE INDEX notes_idempotency_key ON notes (author_id, noteable_type, noteable_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE uploads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  secret text NOT NULL UNIQUE CHECK (secret ~ '^[0-9a-f]{32}$'),
  filename text NOT NULL,
  size_bytes bigint NOT NULL,
  storage_name text NOT NULL,
  uploader_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX uploads_project_id ON uploads (project_id);
