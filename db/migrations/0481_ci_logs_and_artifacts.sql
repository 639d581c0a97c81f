-- Logs of jobs while they are written and after, and the files that jobs upload.

CREATE TABLE ci_job_traces (
  job_id bigint PRIMARY KEY REFERENCES ci_jobs ON DELETE CASCADE,
  -- Bytes that the runner sent, and those of them that are stored: of a log over the limit the rest is left out.
  received_bytes bigint NOT NULL DEFAULT 0,
  stored_bytes bigint NOT NULL DEFAULT 0,
  -- CRC-32 of what the runner sent.
  checksum bigint NOT NULL DEFAULT 0,
  -- The whole log in the object storage, once the job has ended; then there are no chunks.
  object_name text,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE ci_job_trace_chunks (
  job_id bigint NOT NULL REFERENCES ci_jobs ON DELETE CASCADE,
  start_byte bigint NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (job_id, start_byte)
);

CREATE TABLE ci_job_artifacts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES ci_jobs ON DELETE CASCADE,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  type text NOT NULL,
  format text NOT NULL CHECK (format IN ('raw', 'zip', 'gzip')),
  file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  object_name text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX ci_job_artifacts_type ON ci_job_artifacts (job_id, type);
CREATE INDEX ci_job_artifacts_project ON ci_job_artifacts (project_id);
CREATE INDEX ci_job_artifacts_expiry ON ci_job_artifacts (expires_at) WHERE expires_at IS NOT NULL;

-- Objects whose row is gone, for whatever reason; a job deletes them.
CREATE TABLE ci_removed_objects (
  object_name text PRIMARY KEY,
  removed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE FUNCTION note_removed_ci_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.object_name IS NOT NULL THEN
    INSERT INTO ci_removed_objects (object_name) VALUES (OLD.object_name) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ci_job_artifacts_removed AFTER DELETE ON ci_job_artifacts
  FOR EACH ROW EXECUTE FUNCTION note_removed_ci_object();
CREATE TRIGGER ci_job_traces_removed AFTER DELETE ON ci_job_traces
  FOR EACH ROW EXECUTE FUNCTION note_removed_ci_object();

CREATE UNIQUE INDEX ci_jobs_token ON ci_jobs (token_hash) WHERE token_hash IS NOT NULL;
