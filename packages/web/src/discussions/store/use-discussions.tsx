import type { NotesData } from '@tributary/contract/discussions/page.ts';
import type { RealtimeMessage } from '@tributary/contract/page/page-data.ts';
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { isEventOrReconnect, useRealtime } from '../../lib/realtime.ts';
import { useQuoteKey } from '../threads/use-quote-key.ts';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useAutosaveScope } from '../../app/autosave/use-autosaved-text.ts';
import { DiscussionStore, type DiscussionsState } from './discussion-store.ts';

/** Another value of it when what may be said here has changed, so that all who read it are drawn again. */
const StoreContext = createContext<{ store: DiscussionStore } | null>(null);

/** Threads of one thing for everything below: loaded once, kept live by messages, with polls as the safety net. */
export function DiscussionsProvider({ notes, children }: { notes: NotesData; children: ReactNode }) {
  const key = notes.discussionsPath;
  // The addresses name the thing; another value of the same page is the same store.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const store = useMemo(() => new DiscussionStore(notes), [key]);
  useEffect(() => {
    // A link to a note shows what stands around it before the rest is there.
    const noteId = /^#note_(\d{1,15})$/.exec(window.location.hash)?.[1];
    void store.load({ noteId, takesAhead: true });
  }, [store]);
  useEffect(() => store.renew(notes), [store, notes]);
  useAutosaveScope(autosaveScopeOf(notes));
  const hear = (message: RealtimeMessage) => {
    if (message.event === 'note.deleted') {
      const { noteId } = message.data as { noteId?: number };
      if (noteId !== undefined) store.remove(String(noteId));
      return;
    }
    // Places change without the notes themselves; and what was deleted or moved in a gap is told by no poll.
    if (isEventOrReconnect('discussion.moved', message)) return void store.load();
    // What failed now is asked for again by the next poll.
    store.catchUp(AbortSignal.timeout(10_000)).catch(() => undefined);
  };
  useRealtime(notes.topic, hear);
  useRealtime(notes.internalTopic, hear);
  useEffect(() => store.beginPolling(), [store]);
  useQuoteKey(store);
  const current = useSyncExternalStore(store.subscribe, () => store.notes);
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const shared = useMemo(() => ({ store }), [store, current]);
  return <StoreContext value={shared}>{children}</StoreContext>;
}

export function useDiscussionStore(): DiscussionStore {
  const shared = use(StoreContext);
  if (!shared) throw new Error('There is no DiscussionsProvider above.');
  return shared.store;
}

export function useDiscussions(): DiscussionsState {
  const store = useDiscussionStore();
  return useSyncExternalStore(store.subscribe, () => store.state);
}
