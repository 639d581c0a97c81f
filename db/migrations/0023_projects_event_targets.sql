-- Telling of one thing twice is found by what it was told about.
CREATE INDEX user_events_target ON user_events (target_type, target_id);
