-- Webhooks that are told of issues.

ALTER TABLE project_hooks ADD COLUMN issues_events boolean NOT NULL DEFAULT false;
ALTER TABLE project_hooks ADD COLUMN confidential_issues_events boolean NOT NULL DEFAULT false;
ALTER TABLE project_hooks ADD COLUMN confidential_note_events boolean NOT NULL DEFAULT false;
