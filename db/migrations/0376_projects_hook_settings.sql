-- Events that a webhook wants and that this server does not send yet, and the secret parts of its address.

ALTER TABLE project_hooks ADD COLUMN other_events text[] NOT NULL DEFAULT '{}';
-- Sealed like the token; the address holds `{name}` in their places.
ALTER TABLE project_hooks ADD COLUMN url_variables_sealed text;
ALTER TABLE project_hooks ADD COLUMN url_variable_names text[] NOT NULL DEFAULT '{}';
