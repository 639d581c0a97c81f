-- Incidents are issues of a type of their own.

-- contract: the new check allows everything that the old one did
ALTER TABLE issues DROP CONSTRAINT issues_issue_type_check;
ALTER TABLE issues ADD CONSTRAINT issues_issue_type_check CHECK (issue_type IN ('issue', 'incident', 'task'));
