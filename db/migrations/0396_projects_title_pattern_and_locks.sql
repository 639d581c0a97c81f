-- Titles that merge requests must have, groups that nobody is added to or mentions, and forks of one branch.

ALTER TABLE projects ADD COLUMN merge_request_title_regex text;
ALTER TABLE projects ADD COLUMN merge_request_title_regex_description text;
-- Of a fork: the only branch that is copied.
ALTER TABLE projects ADD COLUMN fork_branch text;
ALTER TABLE namespaces ADD COLUMN membership_lock boolean NOT NULL DEFAULT false;
ALTER TABLE namespaces ADD COLUMN mentions_disabled boolean NOT NULL DEFAULT false;
