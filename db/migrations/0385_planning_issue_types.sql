-- Kinds of issues that are kept: ordinary issues and tasks.

ALTER TABLE issues ADD COLUMN issue_type text NOT NULL DEFAULT 'issue'
  CONSTRAINT issues_issue_type_check CHECK (issue_type IN ('issue', 'task'));
