-- Merge requests are merged only when the pipeline of their head has succeeded; a skipped one may count as that.

ALTER TABLE projects ADD COLUMN only_allow_merge_if_pipeline_succeeds boolean NOT NULL DEFAULT false;
ALTER TABLE projects ADD COLUMN allow_merge_on_skipped_pipeline boolean NOT NULL DEFAULT false;
