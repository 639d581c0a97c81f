-- Who wants to hear when a label is put on something. Of a group's label it can be said for one project apart, and that
-- outweighs what is said for all of them.
CREATE TABLE label_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  label_id bigint NOT NULL REFERENCES labels ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Null: wherever the label is used.
  project_id bigint REFERENCES projects ON DELETE CASCADE,
  is_subscribed boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX label_subscriptions_place_key
  ON label_subscriptions (label_id, user_id, coalesce(project_id, 0));
CREATE INDEX label_subscriptions_user_id ON label_subscriptions (user_id);
CREATE INDEX label_subscriptions_project_id ON label_subscriptions (project_id);

-- News of labels name them; those that were taken off or removed before the mail is written are not told.
ALTER TABLE mail_news ADD COLUMN label_ids bigint[];
