-- Pipelines on the result of a merge: the commit that was merged for it, and what kind of pipeline of its subject it is.

ALTER TABLE ci_pipelines ADD COLUMN source_sha text;
ALTER TABLE ci_pipelines ADD COLUMN event_type text CHECK (event_type IN ('detached', 'merged_result', 'merge_train'));
CREATE INDEX ci_pipelines_source_sha ON ci_pipelines (subject_type, subject_id, source_sha) WHERE source_sha IS NOT NULL;
