-- Bytes at the end of a growing log that may be the beginning of a masked value: readers do not get them before the next
-- piece shows what they are, or the job ends.
ALTER TABLE ci_job_traces ADD COLUMN held_bytes integer NOT NULL DEFAULT 0;
