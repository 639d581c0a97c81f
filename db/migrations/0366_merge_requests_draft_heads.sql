-- Commands in a pending comment act on the head that it was written at. Of older ones that is not known:
-- theirs act on the head of the moment at which they are published, as before.

ALTER TABLE merge_request_drafts ADD COLUMN head_sha text;
