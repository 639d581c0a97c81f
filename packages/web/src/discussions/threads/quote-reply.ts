import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { flushSync } from 'react-dom';
import { quoteOf } from '../model/quote.ts';
import type { DiscussionStore } from '../store/discussion-store.ts';
import { announceIntent } from '../store/intents.ts';

/** Answers a note with a quote: in its thread, or in the form for comments when it stands alone. */
export function quoteReply(store: DiscussionStore, note: PageNote, text: string = note.note): void {
  const quote = quoteOf(text);
  const discussion = store.state.discussions.find((each) => each.id === note.discussion_id);
  if (!discussion || discussion.individual_note) return announceIntent({ kind: 'comment', quote });
  // The reply field must be there before it is asked for.
  flushSync(() => store.setExpanded(discussion.id, true));
  return announceIntent({ kind: 'reply', discussionId: discussion.id, quote });
}
