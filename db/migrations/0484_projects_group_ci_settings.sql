-- CI/CD settings of groups, which hold for the projects in them; names that are missing have their default.
ALTER TABLE namespaces ADD COLUMN ci_settings jsonb NOT NULL DEFAULT '{}';
