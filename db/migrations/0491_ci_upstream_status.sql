-- The pipeline of another project whose status a job takes.
ALTER TABLE ci_jobs ADD COLUMN upstream_pipeline_id bigint REFERENCES ci_pipelines ON DELETE SET NULL;
CREATE INDEX ci_jobs_upstream_pipeline ON ci_jobs (upstream_pipeline_id) WHERE upstream_pipeline_id IS NOT NULL;
