-- Projects whose components are offered in the CI/CD catalog; their versions are their releases.
CREATE TABLE ci_catalog_resources (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL UNIQUE REFERENCES projects ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
