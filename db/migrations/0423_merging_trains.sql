-- Merge trains: merge requests that are merged in order, each tested on the target with everything ahead of it.

CREATE TABLE train_cars (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  target_branch text NOT NULL,
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  added_by_id bigint REFERENCES users ON DELETE SET NULL,
  -- The head that was added; another one ends the car.
  head_sha text NOT NULL,
  state text NOT NULL CHECK (state IN ('idle', 'stale', 'fresh', 'merging', 'merged', 'skip_merged', 'removed')),
  -- What it was built on, and the commits that the merge would make of it.
  base_sha text,
  result_sha text,
  merge_commit_sha text,
  squash_commit_sha text,
  tree_sha text,
  is_conflicting boolean NOT NULL DEFAULT false,
  pipeline_id bigint REFERENCES ci_pipelines ON DELETE SET NULL,
  verdict text NOT NULL CHECK (verdict IN ('untested', 'testing', 'passed', 'failed')),
  -- The commit that was tested: of the same tree as result_sha.
  tested_sha text,
  runs integer NOT NULL DEFAULT 0,
  -- Statuses that another system has to report before it has passed.
  awaited_statuses text[] NOT NULL DEFAULT '{}',
  failure text,
  commit_message text,
  squash boolean,
  squash_message text,
  removes_source_branch boolean,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  tested_since timestamptz,
  ended_at timestamptz,
  -- Of a car that left without being merged by the train.
  reason_code text,
  reason text
);
CREATE UNIQUE INDEX train_cars_active_request ON train_cars (merge_request_id) WHERE ended_at IS NULL;
CREATE INDEX train_cars_active ON train_cars (project_id, target_branch, id) WHERE ended_at IS NULL;
CREATE INDEX train_cars_history ON train_cars (project_id, target_branch, ended_at);
CREATE INDEX train_cars_merge_request_id ON train_cars (merge_request_id, id);
CREATE INDEX train_cars_pipeline_id ON train_cars (pipeline_id);
CREATE INDEX train_cars_added_by_id ON train_cars (added_by_id);
CREATE INDEX train_cars_tree ON train_cars (project_id, tree_sha) WHERE pipeline_id IS NOT NULL;

CREATE TABLE train_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  car_id bigint NOT NULL REFERENCES train_cars ON DELETE CASCADE,
  at timestamptz NOT NULL,
  event text NOT NULL CHECK (event IN ('added', 'built', 'conflicting', 'testing', 'reused', 'passed', 'failed', 'canceled', 'merged', 'removed')),
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX train_log_car_id ON train_log (car_id, id);
