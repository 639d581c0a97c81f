-- The audit events of a project are also those of what belongs to it.
CREATE INDEX audit_events_project_id ON audit_events ((details ->> 'project_id'), id DESC)
  WHERE details ->> 'project_id' IS NOT NULL;
