-- What machines say goes into a lane of its own, so that it never hides what people say.
ALTER TABLE todos ADD COLUMN is_by_bot boolean NOT NULL DEFAULT false;
