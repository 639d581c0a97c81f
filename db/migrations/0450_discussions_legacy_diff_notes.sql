-- Notes that older clients write with the code of a line alone keep the type that they were sent with.

-- contract: the new check allows everything that the old one did
ALTER TABLE notes DROP CONSTRAINT notes_type_check;
ALTER TABLE notes ADD CONSTRAINT notes_type_check CHECK (type IN ('DiscussionNote', 'DiffNote', 'LegacyDiffNote'));
