import type { PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import { useReview } from '../store/review.ts';
import { NoteView } from './note-view.tsx';
import { Placeholders } from './placeholders.tsx';
import { ReplyForm, useReplying } from './reply-form.tsx';

/** A comment that stands alone. Answered, it is a thread. */
export function SingleComment({ discussion, note }: { discussion: PageDiscussion; note: PageNote }) {
  const review = useReview();
  const { isReplying, form } = useReplying(discussion);
  return (
    <div className="rounded-md border bg-surface">
      <NoteView note={note} />
      {review?.renderReplies(discussion.id)}
      <Placeholders discussionId={discussion.id} />
      {isReplying && <ReplyForm discussion={discussion} {...form} />}
    </div>
  );
}
