-- Texts that new things begin with, how commits of merges are worded, and what a project does by itself.

ALTER TABLE projects ADD COLUMN merge_commit_template text;
ALTER TABLE projects ADD COLUMN squash_commit_template text;
ALTER TABLE projects ADD COLUMN issues_template text;
ALTER TABLE projects ADD COLUMN merge_requests_template text;
ALTER TABLE projects ADD COLUMN issue_branch_template text;
ALTER TABLE projects ADD COLUMN autoclose_referenced_issues boolean NOT NULL DEFAULT true;
ALTER TABLE projects ADD COLUMN emails_enabled boolean NOT NULL DEFAULT true;

-- Of groups; without mail there is none in the groups and projects below either.
ALTER TABLE namespaces ADD COLUMN default_branch text;
ALTER TABLE namespaces ADD COLUMN emails_enabled boolean NOT NULL DEFAULT true;
