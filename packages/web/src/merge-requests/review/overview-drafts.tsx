import { DraftNotes } from './draft-note.tsx';
import { overviewDrafts } from './drafts-by-place.ts';
import { useDrafts } from './use-review-store.ts';

/** Pending comments on the whole, above what everybody sees. */
export default function OverviewDrafts() {
  const drafts = overviewDrafts(useDrafts());
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Pending comments">
      <DraftNotes drafts={drafts} className="*:max-w-none" />
    </section>
  );
}
