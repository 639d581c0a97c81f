-- Changes of the weight of an issue, beside those of labels, milestone and state.
ALTER TABLE resource_events ADD COLUMN weight integer;
-- contract: 0.1, which knows the kind 'weight' too
ALTER TABLE resource_events DROP CONSTRAINT resource_events_kind_check;
ALTER TABLE resource_events
  ADD CONSTRAINT resource_events_kind_check CHECK (kind IN ('label', 'milestone', 'state', 'weight'));
