-- Entries about comments are told as the comments are now: those of deleted ones go, and the words of edited ones, which may
-- be gone for a reason. What is edited from now on is written anew.
DELETE FROM user_events e
WHERE e.target_type = 'note' AND NOT EXISTS (SELECT FROM notes n WHERE n.id = e.target_id);
UPDATE user_events e SET detail = ''
FROM notes n
WHERE e.target_type = 'note' AND n.id = e.target_id AND n.edited_at IS NOT NULL AND e.detail <> '';
