-- Reviews: comments that only their writer sees until they are published together, and who agreed to which head.

CREATE TABLE merge_request_drafts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  body text NOT NULL,
  body_html text NOT NULL,
  html_version integer NOT NULL,
  -- The thread it answers. No reference: an answer outlives its thread and is published as a thread of its own.
  reply_to text CHECK (reply_to ~ '^[0-9a-f]{40}$'),
  -- When published: true resolves that thread, false reopens it, null leaves it.
  resolve_discussion boolean,
  -- Where it was written, and where that is in the newest version ({position, lineCode, isActive, placement}).
  position jsonb,
  line_code text,
  snapshot jsonb,
  current jsonb,
  -- Chosen by the client: a repeated request makes no second draft.
  idempotency_key text CHECK (length(idempotency_key) <= 200),
  lock_version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX merge_request_drafts_author ON merge_request_drafts (merge_request_id, author_id, id);
CREATE INDEX merge_request_drafts_author_id ON merge_request_drafts (author_id);
CREATE UNIQUE INDEX merge_request_drafts_key ON merge_request_drafts (merge_request_id, author_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

-- What publishing led to, so that a request that is sent again gets the answer of the first.
CREATE TABLE merge_request_reviews (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  verdict text CHECK (verdict IN ('reviewed', 'approved', 'requested_changes')),
  head_sha text,
  summary_note_id bigint,
  -- One of {draftId, noteId, discussionId, placement, isThreadGone, isResolveRefused} for each draft, in order.
  results jsonb NOT NULL,
  idempotency_key text CHECK (length(idempotency_key) <= 200),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX merge_request_reviews_merge_request_id ON merge_request_reviews (merge_request_id, id);
CREATE INDEX merge_request_reviews_author_id ON merge_request_reviews (author_id);
CREATE UNIQUE INDEX merge_request_reviews_key ON merge_request_reviews (merge_request_id, author_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE merge_request_approvals (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What was agreed to.
  head_sha text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (merge_request_id, user_id)
);
CREATE INDEX merge_request_approvals_user_id ON merge_request_approvals (user_id);
