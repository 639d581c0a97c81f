-- What somebody was changing of an issue stood in a place of its own; it stands with the other texts of the issue now. Where
-- both are there the newer page has written already, and the older text stays what its history says.
UPDATE unfinished_texts old SET place = 'Issue:' || substr(old.place, 7)
WHERE old.place ~ '^issue-[0-9]+$' AND NOT EXISTS (
  SELECT FROM unfinished_texts new
  WHERE new.user_id = old.user_id AND new.place = 'Issue:' || substr(old.place, 7) AND new.field = old.field
);
UPDATE unfinished_text_versions SET place = 'Issue:' || substr(place, 7) WHERE place ~ '^issue-[0-9]+$';
