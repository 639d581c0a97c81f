-- Whether each open merge request can be merged, and why not, as it was last evaluated: one row per open request. Rows of
-- requests that exist already are written when the server starts.

CREATE TABLE merge_request_readiness (
  merge_request_id bigint PRIMARY KEY REFERENCES merge_requests ON DELETE CASCADE,
  -- How often something changed that a check depends on, and up to which of these the results are valid.
  wanted bigint NOT NULL DEFAULT 1,
  computed bigint NOT NULL DEFAULT 0,
  -- Tips of the branches that the results are about.
  head_sha text,
  target_sha text,
  -- `detailed_merge_status`; null until the first evaluation.
  status text,
  -- [{id, state, code, params, since, cause}]
  results jsonb NOT NULL DEFAULT '[]',
  -- The checks of the product that wrote the results; others are evaluated again.
  checks text,
  cause text NOT NULL,
  requested_at timestamptz NOT NULL,
  computed_at timestamptz,
  -- By then the results must be valid again.
  deadline_at timestamptz
);
CREATE INDEX merge_request_readiness_pending ON merge_request_readiness (merge_request_id) WHERE wanted > computed;
CREATE INDEX merge_request_readiness_deadline ON merge_request_readiness (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX merge_request_readiness_status ON merge_request_readiness (status);
