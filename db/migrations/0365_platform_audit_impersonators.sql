-- An administrator's token acts as somebody else: the trail names both, that user as the actor and the administrator here.

ALTER TABLE audit_events ADD COLUMN impersonator_id bigint;
