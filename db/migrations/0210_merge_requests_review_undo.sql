-- A published review can be taken back for a moment: its drafts are kept that long, and what it changed.

ALTER TABLE merge_request_reviews
  ADD COLUMN undo_until timestamptz,
  -- What was before ({reviewer, approval, threads, systemNoteIds, …}); null once nothing can be taken back any more.
  ADD COLUMN undo jsonb,
  ADD COLUMN undone_at timestamptz;
CREATE INDEX merge_request_reviews_undo ON merge_request_reviews (undo_until) WHERE undo IS NOT NULL;

-- Set: published with this review, and kept only so that it can come back.
ALTER TABLE merge_request_drafts ADD COLUMN review_id bigint REFERENCES merge_request_reviews ON DELETE CASCADE;
CREATE INDEX merge_request_drafts_review_id ON merge_request_drafts (review_id) WHERE review_id IS NOT NULL;
