-- Whether the file was UTF-8 that a suggestion was made for: others are not written, which is said before it is tried. What
-- was suggested before is tried as ever.
ALTER TABLE merge_request_suggestions ADD COLUMN is_utf8 boolean NOT NULL DEFAULT true;
