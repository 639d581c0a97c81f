-- News also wait for people without an account, whom a thing knows by a number of its own.

-- contract: whoever reads waiting news asks for those of one person, and so meets none that are for nobody with an account
ALTER TABLE mail_news
  ALTER COLUMN user_id DROP NOT NULL,
  -- Of whoever the target tells by mail though they have no account.
  ADD COLUMN outsider_id bigint,
  ADD CONSTRAINT mail_news_recipient CHECK ((user_id IS NULL) <> (outsider_id IS NULL));
CREATE UNIQUE INDEX mail_news_outsider_key ON mail_news (target_type, outsider_id, event_id, kind)
  WHERE outsider_id IS NOT NULL;
CREATE INDEX mail_news_outsider_target ON mail_news (target_type, target_id, outsider_id) WHERE outsider_id IS NOT NULL;
