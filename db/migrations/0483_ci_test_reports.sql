-- What the JUnit reports of jobs contain, read once after they were uploaded.
CREATE TABLE ci_test_reports (
  job_id bigint PRIMARY KEY REFERENCES ci_jobs ON DELETE CASCADE,
  -- Why the report could not be read.
  failure text,
  total_seconds double precision NOT NULL DEFAULT 0,
  success_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  skipped_count integer NOT NULL DEFAULT 0,
  error_count integer NOT NULL DEFAULT 0,
  cases jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
