import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import DiscussionsBelowLine, {
  type LineDiscussions as Talk,
} from '../../../discussions/lines/discussions-below-line.tsx';
import { DraftNotes } from '../../review/draft-note.tsx';
import { useChanges } from '../changes-context.ts';

/** What is said and written below one line, with what is pending there. */
export default function LineDiscussions({ drafts, ...talk }: Talk & { drafts: readonly PageDraft[] }) {
  const { params } = useChanges();
  return (
    <DiscussionsBelowLine {...talk} lookedAt={params.commit_id}>
      <DraftNotes drafts={drafts} />
    </DiscussionsBelowLine>
  );
}
