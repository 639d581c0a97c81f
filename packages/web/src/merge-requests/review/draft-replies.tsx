import { DraftNotes } from './draft-note.tsx';
import { useDrafts } from './use-review-store.ts';

/** Pending answers below the notes of a thread. */
export default function DraftReplies({ discussionId }: { discussionId: string }) {
  const drafts = useDrafts();
  return (
    <div className="border-t px-4 py-2">
      <DraftNotes drafts={drafts.filter((draft) => draft.discussion_id === discussionId)} />
    </div>
  );
}
