-- Pipelines on the merged result of a merge request, and merge trains, which need them.

ALTER TABLE projects ADD COLUMN merge_pipelines_enabled boolean NOT NULL DEFAULT false;
ALTER TABLE projects ADD COLUMN merge_trains_enabled boolean NOT NULL DEFAULT false;
ALTER TABLE projects ADD COLUMN merge_trains_skip_train_allowed boolean NOT NULL DEFAULT false;
