-- The audit page filters by what was done and by who did it.
CREATE INDEX audit_events_action ON audit_events (action, id DESC);
CREATE INDEX audit_events_actor_id ON audit_events (actor_id, id DESC);
