import { useEffect, useLayoutEffect, useMemo } from 'react';
import type { LazyPart } from '../../ui/lazy-part.tsx';
import { useDiscussionStore, useDiscussions } from '../store/use-discussions.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useAutosavedFields } from '../../app/autosave/use-autosaved-text.ts';
import { LineCommentsStore } from './line-comments-store.ts';
import { formOfField } from './line-field.ts';

/** Threads and open forms of the changed files; forms are keyed by line, so a batch that arrives closes none. */
export function useLineComments(): LineCommentsStore {
  const { notes } = useDiscussionStore();
  const { canCreateNote } = notes.currentUser;
  const key = notes.discussionsPath;
  // Another thing to talk about, or another right to: everything else arrives by the feed.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => new LineCommentsStore(canCreateNote), [canCreateNote, key]);
}

/** Long enough that the first files come first. */
const IDLE_MS = 1_000;

/** What shows threads and forms is asked for with the first thread, at the latest when the lines had their time. */
function usePreloaded(talk: LazyPart, isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded) return void talk.preload();
    const idle = setTimeout(() => void talk.preload(), IDLE_MS);
    return () => clearTimeout(idle);
  }, [talk, isNeeded]);
}

/** Brings threads and what was begun into the store; `talk` is what shows them, and `hasMore` whether it shows other things. */
export function useLineCommentsFeed(store: LineCommentsStore, talk: LazyPart, hasMore = false): void {
  const { notes } = useDiscussionStore();
  const { discussions } = useDiscussions();
  const fields = useAutosavedFields(autosaveScopeOf(notes));
  useLayoutEffect(() => store.setThreads(discussions), [store, discussions]);
  useLayoutEffect(() => {
    store.setBegun(fields.flatMap((each) => formOfField(each) ?? []));
  }, [store, fields]);
  usePreloaded(talk, hasMore || fields.length > 0 || discussions.some((each) => each.diff_discussion));
}
