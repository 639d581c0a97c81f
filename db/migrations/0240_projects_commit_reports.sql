-- Coverage and code quality that other systems report on commits.

CREATE TABLE commit_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  sha text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('coverage', 'codequality')),
  -- Tells several reports on one commit apart; another of the same name takes its place.
  name text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'ready', 'failed')),
  failure text,
  -- The file as it came, packed; gone once it is read.
  source bytea,
  size_bytes integer NOT NULL,
  entries_count integer NOT NULL DEFAULT 0,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz
);
CREATE UNIQUE INDEX commit_reports_key ON commit_reports (project_id, sha, kind, name);
CREATE INDEX commit_reports_author_id ON commit_reports (author_id);
CREATE INDEX commit_reports_created_at ON commit_reports (created_at);

CREATE TABLE commit_report_coverage (
  report_id bigint NOT NULL REFERENCES commit_reports ON DELETE CASCADE,
  path text NOT NULL,
  -- Hits by line number.
  lines jsonb NOT NULL,
  PRIMARY KEY (report_id, path)
);

CREATE TABLE commit_report_findings (
  report_id bigint NOT NULL REFERENCES commit_reports ON DELETE CASCADE,
  position integer NOT NULL,
  path text NOT NULL,
  line integer NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'minor', 'major', 'critical', 'blocker', 'unknown')),
  fingerprint text NOT NULL,
  description text NOT NULL,
  engine_name text,
  PRIMARY KEY (report_id, position)
);
