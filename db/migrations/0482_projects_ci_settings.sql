-- How pipelines of a project run and which runners work for it; names that are missing have their default.
ALTER TABLE projects ADD COLUMN ci_settings jsonb NOT NULL DEFAULT '{}';
