import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { plural } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { DraftLocation } from './draft-location.tsx';

/** Pending comments that were not there any more when they were sent, with their words, so that none is lost. */
export function DeletedDrafts({ drafts }: { drafts: readonly PageDraft[] }) {
  if (drafts.length === 0) return null;
  return (
    <>
      <Banner tone="warning" live>
        {plural(drafts.length, 'pending comment')} could not be published: already deleted or published elsewhere.
      </Banner>
      <ul aria-label="Not published" className="flex flex-col gap-2">
        {drafts.map((draft) => (
          <li key={draft.id} className="rounded-md border px-3 py-1.5">
            <span className="text-fg-muted">
              <DraftLocation draft={draft} />
            </span>
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {draft.note}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
