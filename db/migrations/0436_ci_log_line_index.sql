-- Where the lines and sections of a long log are, so that its page reads only the lines in view. It can be computed again;
-- a job removes those whose logs are gone, since the table of logs is created by a migration with a higher number.
CREATE TABLE ci_job_trace_indexes (
  job_id bigint PRIMARY KEY,
  -- Gzipped JSON.
  data bytea NOT NULL
);
