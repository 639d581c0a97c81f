-- The last token of a job that has ended: a runner whose answer got lost repeats its last calls with it. It opens nothing else.
ALTER TABLE ci_jobs ADD COLUMN ended_token_hash bytea;

-- A log that shows the values of variables is for those who may change them.
ALTER TABLE ci_job_traces ADD COLUMN is_debug boolean NOT NULL DEFAULT false;
