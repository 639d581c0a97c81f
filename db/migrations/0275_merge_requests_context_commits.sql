-- Commits that the target branch has already and that help to understand a request. What they say is read from git.

CREATE TABLE merge_request_context_commits (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  sha text NOT NULL,
  committed_at timestamptz NOT NULL,
  added_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merge_request_id, sha)
);
CREATE INDEX merge_request_context_commits_added_by_id ON merge_request_context_commits (added_by_id);
