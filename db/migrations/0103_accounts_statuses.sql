-- What a person says of themselves right now.
CREATE TABLE user_statuses (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  emoji text NOT NULL DEFAULT 'speech_balloon',
  message text NOT NULL DEFAULT '',
  availability text NOT NULL DEFAULT 'not_set' CHECK (availability IN ('not_set', 'busy')),
  -- From then on it is not said any more.
  clear_at timestamptz
);
