import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { placeOf } from '../../discussions/writing/unfinished-texts.ts';
import { useUnfinishedFields } from '../../discussions/writing/use-unfinished-text.ts';
import { useDrafts } from '../review/use-review-store.ts';
import { LINE_FIELD } from './lines/line-field.ts';
import { LineTalk } from './lines/line-insertions.tsx';
import { LineCommentsStore } from './model/line-comments-store.ts';

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
function usePreloadedTalk(isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded) return void LineTalk.preload();
    const idle = setTimeout(() => void LineTalk.preload(), IDLE_MS);
    return () => clearTimeout(idle);
  }, [isNeeded]);
}

/** Brings what is said into the store. Draws nothing, and stands beside the changes: they are not drawn anew for it. */
export function LineCommentsFeed({ store }: { store: LineCommentsStore }) {
  const { notes } = useDiscussionStore();
  const { discussions } = useDiscussions();
  const drafts = useDrafts();
  const fields = useUnfinishedFields(placeOf(notes));
  useLayoutEffect(() => store.setThreads(discussions), [store, discussions]);
  useLayoutEffect(() => store.setDrafts(drafts), [store, drafts]);
  useLayoutEffect(() => {
    store.setBegun(fields.filter((each) => each.startsWith(LINE_FIELD)).map((each) => each.slice(LINE_FIELD.length)));
  }, [store, fields]);
  usePreloadedTalk(fields.length + drafts.length > 0 || discussions.some((each) => each.diff_discussion));
  return null;
}
