-- Whether an answer to a mail is an internal note, because something that the mail told was.
ALTER TABLE mail_reply_keys ADD COLUMN is_internal boolean NOT NULL DEFAULT false;
UPDATE mail_reply_keys k SET is_internal = true
FROM discussions d
WHERE d.id = k.discussion_id AND d.is_internal;
