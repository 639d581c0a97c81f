-- People who stopped the mails about one commit, until they say something there again.

CREATE TABLE left_commits (
  commit_id bigint NOT NULL REFERENCES discussed_commits ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  left_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (commit_id, user_id)
);
CREATE INDEX left_commits_user_id ON left_commits (user_id);
