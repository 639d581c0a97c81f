-- What a system note is about besides its own thing, so that those who may not see that never meet the note; and what became
-- of the commands of a request, so that sending it again does nothing again.

ALTER TABLE discussions
  ADD COLUMN about_type text,
  ADD COLUMN about_id bigint,
  -- "mentioned in …": one for each thing that mentions.
  ADD COLUMN is_mention boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT discussions_about_whole CHECK ((about_type IS NULL) = (about_id IS NULL));

CREATE INDEX discussions_about ON discussions (noteable_type, noteable_id, about_type, about_id)
  WHERE about_type IS NOT NULL;
CREATE UNIQUE INDEX discussions_mention_key ON discussions (noteable_type, noteable_id, about_type, about_id)
  WHERE is_mention;

-- Notes of links and moves from before end with the name of the other issue.
UPDATE discussions d SET about_type = 'Issue', about_id = named.issue_id
FROM (
  SELECT n.discussion_id, min(i.id) AS issue_id
  FROM notes n
  JOIN projects here ON here.id = n.project_id
  CROSS JOIN LATERAL regexp_match(n.body, '(?:^|\s)([^\s#]*)#(\d{1,15})$') AS words
  JOIN projects p ON CASE WHEN words[1] = '' THEN p.id = here.id ELSE lower(p.full_path) = lower(words[1]) END
  JOIN issues i ON i.project_id = p.id AND i.iid = words[2]::bigint
  WHERE n.system_action IN ('relate', 'moved') AND n.noteable_type = 'Issue'
  GROUP BY n.discussion_id
) named
WHERE d.id = named.discussion_id;

CREATE TABLE command_runs (
  author_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  noteable_type text NOT NULL,
  noteable_id bigint NOT NULL,
  idempotency_key text NOT NULL CHECK (length(idempotency_key) <= 200),
  -- Empty while the commands are being done.
  outcome jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (author_id, noteable_type, noteable_id, idempotency_key)
);
CREATE INDEX command_runs_created_at ON command_runs (created_at);
