-- Licenses that a project allows or denies: a merge request whose reports name a denied one is not merged.

CREATE TABLE license_policies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  approval_status text NOT NULL CHECK (approval_status IN ('allowed', 'denied')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX license_policies_name_key ON license_policies (project_id, lower(name));
