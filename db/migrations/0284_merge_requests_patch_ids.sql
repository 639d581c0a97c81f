-- The name of what a version changes, as `git patch-id --stable` gives it. Made when somebody asks for it.
ALTER TABLE merge_request_versions ADD COLUMN patch_id text CHECK (patch_id ~ '^[0-9a-f]{40,64}$');
