-- Files that go with a mail: what they are called, and where they are stored. They are read when the mail leaves.
ALTER TABLE mail_messages ADD COLUMN files jsonb NOT NULL DEFAULT '[]';
