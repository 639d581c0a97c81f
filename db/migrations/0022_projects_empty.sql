-- Whether a repository has any commit, kept beside the row so that lists need not ask git.
ALTER TABLE projects ADD COLUMN is_empty boolean NOT NULL DEFAULT true;
