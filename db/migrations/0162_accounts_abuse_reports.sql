-- What people report about others, for administrators.

CREATE TABLE abuse_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reporter_id bigint REFERENCES users ON DELETE SET NULL,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  category text NOT NULL CHECK (category IN
    ('spam', 'offensive', 'phishing', 'crypto', 'credentials', 'copyright', 'malware', 'other')),
  -- Path on this instance where it was seen; empty when it was none of ours.
  reported_from_path text NOT NULL,
  closed_at timestamptz,
  closed_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX abuse_reports_open ON abuse_reports (id) WHERE closed_at IS NULL;
CREATE INDEX abuse_reports_user_id ON abuse_reports (user_id);
CREATE INDEX abuse_reports_reporter_id ON abuse_reports (reporter_id);
CREATE INDEX abuse_reports_closed_by_id ON abuse_reports (closed_by_id);
-- Reporting the same once more, while it waits, changes nothing.
CREATE UNIQUE INDEX abuse_reports_once ON abuse_reports (reporter_id, user_id, category, reported_from_path)
  WHERE closed_at IS NULL;
