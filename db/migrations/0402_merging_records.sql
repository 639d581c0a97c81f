-- A request that is being merged says so in its own row, so that whoever locks it sees it. What let a merge through is kept
-- with the merge.

ALTER TABLE merge_requests ADD COLUMN merging_intent_id bigint REFERENCES merge_intents ON DELETE SET NULL;
CREATE INDEX merge_requests_merging_intent_id ON merge_requests (merging_intent_id) WHERE merging_intent_id IS NOT NULL;
UPDATE merge_requests m SET merging_intent_id = i.id FROM merge_intents i WHERE i.merge_request_id = m.id;

-- The answers of all checks at the moment of the decision: [{id, state, code, params, since, cause}]
ALTER TABLE merge_intents ADD COLUMN readiness jsonb NOT NULL DEFAULT '[]';

CREATE TABLE merge_records (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  actor_id bigint REFERENCES users ON DELETE SET NULL,
  head_sha text NOT NULL,
  old_target_sha text NOT NULL,
  new_target_sha text NOT NULL,
  readiness jsonb NOT NULL,
  decided_at timestamptz NOT NULL,
  merged_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX merge_records_merge_request_id ON merge_records (merge_request_id);
CREATE INDEX merge_records_actor_id ON merge_records (actor_id);
