-- Merge requests that are not merged before a moment, and projects whose merge requests must name an issue of Jira.

ALTER TABLE merge_requests ADD COLUMN merge_after timestamptz;

ALTER TABLE projects ADD COLUMN jira_url text;
-- Keys of projects in Jira, such as `ABC, OPS`; null: any key.
ALTER TABLE projects ADD COLUMN jira_project_keys text;
ALTER TABLE projects ADD COLUMN prevent_merge_without_jira_issue boolean NOT NULL DEFAULT false;
