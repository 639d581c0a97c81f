-- What each person has already gone through: files by what was changed in them, and the last version looked at.

-- A mark holds for a content, not for a version: a rebase or a rename keeps it.
CREATE TABLE reviewed_files (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  path text NOT NULL,
  -- SHA-256 of the added and removed lines.
  content text NOT NULL,
  added_lines integer NOT NULL,
  removed_lines integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merge_request_id, user_id, path, content)
);
CREATE INDEX reviewed_files_user_id ON reviewed_files (user_id);

CREATE TABLE merge_request_looks (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  version_id bigint NOT NULL REFERENCES merge_request_versions ON DELETE CASCADE,
  -- The one looked at before that.
  previous_version_id bigint REFERENCES merge_request_versions ON DELETE SET NULL,
  looked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merge_request_id, user_id)
);
CREATE INDEX merge_request_looks_user_id ON merge_request_looks (user_id);
CREATE INDEX merge_request_looks_version_id ON merge_request_looks (version_id);
CREATE INDEX merge_request_looks_previous_version_id ON merge_request_looks (previous_version_id);
