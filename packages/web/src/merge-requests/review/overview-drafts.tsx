import { DraftNotes } from './draft-note.tsx';
import { standsOnOverview } from './stands-on-overview.ts';
import { useDrafts } from './use-review-store.ts';

/** Pending comments on the whole, above what everyone sees. */
export default function OverviewDrafts() {
  const drafts = useDrafts().filter(standsOnOverview);
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Pending comments">
      <DraftNotes drafts={drafts} className="*:max-w-none" />
    </section>
  );
}
