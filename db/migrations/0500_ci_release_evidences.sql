-- A snapshot of a release and its milestones, taken when it was released.
CREATE TABLE ci_release_evidences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  release_id bigint NOT NULL REFERENCES ci_releases ON DELETE CASCADE,
  -- The exact text that `sha` is the digest of.
  content text NOT NULL,
  sha text NOT NULL,
  -- Issues are in it, which not everybody who reads releases may read.
  has_issues boolean NOT NULL,
  collected_at timestamptz NOT NULL
);
CREATE INDEX ci_release_evidences_release ON ci_release_evidences (release_id, id);
