-- A push that recovery finishes runs what its options asked for, such as no pipeline.
ALTER TABLE push_intents ADD COLUMN sealed_options text;
