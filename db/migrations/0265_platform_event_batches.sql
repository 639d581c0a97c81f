-- What was done together can be taken back for a moment: its events are found by what they were done with.

CREATE INDEX outbox_events_batch ON outbox_events ((data -> 'batch' ->> 'id')) WHERE data ? 'batch';
