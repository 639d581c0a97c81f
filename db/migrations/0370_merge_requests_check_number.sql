-- Each request for a new mergeability check counts; an answer to an older one is not taken.
ALTER TABLE merge_requests ADD COLUMN merge_check_number integer NOT NULL DEFAULT 0;
