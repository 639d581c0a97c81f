-- Of those who are not subscribed: nothing at all, not even what calls them by name. Without a row the project's level counts.
ALTER TABLE merge_request_subscriptions ADD COLUMN is_off boolean NOT NULL DEFAULT false;
ALTER TABLE issue_subscriptions ADD COLUMN is_off boolean NOT NULL DEFAULT false;
