-- A part of the keys of caches of a project: with another number jobs begin with empty caches.
CREATE TABLE ci_cache_indexes (
  project_id bigint PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  cache_index integer NOT NULL CHECK (cache_index > 0)
);
