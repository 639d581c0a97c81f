-- Opens Atom feeds to readers that cannot sign in. Only the digest is kept.

ALTER TABLE users ADD COLUMN feed_token_digest bytea;
CREATE UNIQUE INDEX users_feed_token_digest ON users (feed_token_digest) WHERE feed_token_digest IS NOT NULL;
