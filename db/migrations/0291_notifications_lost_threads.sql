-- Whether a thread that was gone before keys said so was internal is not known: what answers it is sent back.
UPDATE mail_reply_keys k SET is_internal = true
WHERE k.discussion_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM discussions d WHERE d.id = k.discussion_id);
