-- Accounts that are no people, and what a person may make and shows of themselves.

-- 'project_bot' acts for an access token of a project or group; 'ghost' is the one author of what deleted people wrote.
ALTER TABLE users ADD COLUMN kind text NOT NULL DEFAULT 'human' CHECK (kind IN ('human', 'project_bot', 'ghost'));
CREATE UNIQUE INDEX users_ghost_key ON users (kind) WHERE kind = 'ghost';

-- How many projects the person may have in their own namespace; null for as many as they like.
ALTER TABLE users ADD COLUMN projects_limit integer CHECK (projects_limit >= 0);
-- May the person make groups at the top?
ALTER TABLE users ADD COLUMN can_create_group boolean NOT NULL DEFAULT true;
-- Only the person and administrators see more than the name.
ALTER TABLE users ADD COLUMN private_profile boolean NOT NULL DEFAULT false;
-- What administrators remember about the account; for them alone.
ALTER TABLE users ADD COLUMN admin_note text NOT NULL DEFAULT '';
