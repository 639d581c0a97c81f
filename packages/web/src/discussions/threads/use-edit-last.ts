import { flushSync } from 'react-dom';
import { useShell } from '../../app/navigation.tsx';
import { announceIntent } from '../store/intents.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { reachNote } from './reach-note.ts';

/** Opens the newest note that the user has written and may change: in one thread, or anywhere. False when there is none. */
export function useEditLast(): (discussionId?: string) => boolean {
  const store = useDiscussionStore();
  const { viewer } = useShell();
  return (discussionId) => {
    const mine = store.state.discussions
      .filter((discussion) => discussionId === undefined || discussion.id === discussionId)
      .flatMap((discussion) => discussion.notes)
      .filter((note) => !note.system && note.author?.id === viewer?.id && note.current_user.can_edit);
    const last = mine.toSorted((a, b) => Number(a.id) - Number(b.id)).at(-1);
    if (!last) return false;
    // A note of a folded thread must be there before it is asked for; one that this page does not show stays as it is.
    flushSync(() => store.setExpanded(last.discussion_id, true));
    if (!reachNote(last.id)) return false;
    announceIntent({ kind: 'edit', noteId: last.id });
    return true;
  };
}
