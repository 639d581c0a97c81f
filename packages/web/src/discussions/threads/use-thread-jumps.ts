import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { useCallback, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { boundHotkeys, THREADS_HOTKEYS } from '../../app/hotkey-catalogue.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { starterOf } from '../model/starter-of.ts';
import { unresolvedOf } from '../model/unresolved-order.ts';
import { useDiscussionStore, useDiscussions } from '../store/use-discussions.tsx';
import { reachNote } from './reach-note.ts';

const DEBOUNCE_MS = 200;

/** Asked for ahead, it is there when someone wants to go on. */
export const importOrder = () => import('../model/next-unresolved.ts');

export type ThreadJumps = {
  /** Threads that wait for an answer. */
  count: number;
  /** To the next (1) or previous (-1) of them, around the end. */
  jump: (step: 1 | -1) => void;
};

/** Goes to an open thread: unfolds it, brings it into view and gives it focus. False when this page does not show it. */
function show(noteId: string): boolean {
  const element = reachNote(noteId);
  if (element === null) return false;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
  return true;
}

/** `elsewhere` is called with a thread that is not drawn, and its first note. */
export function useThreadJumps(elsewhere: (noteId: string, thread: PageDiscussion) => void): ThreadJumps {
  const store = useDiscussionStore();
  const { discussions } = useDiscussions();
  const last = useRef<string | null>(null);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const jump = useCallback(
    (step: 1 | -1) => {
      // A key that is held down goes one thread at a time.
      const now = performance.now();
      if (now - lastAt.current < DEBOUNCE_MS) return;
      lastAt.current = now;
      const go = async () => {
        const { inOrder, nextUnresolved } = await importOrder();
        const target = nextUnresolved(inOrder(store.state.discussions, store.order), last.current, step);
        const noteId = target && starterOf(target)?.id;
        if (!target || noteId === undefined) return;
        last.current = target.id;
        flushSync(() => store.setExpanded(target.id, true));
        if (!show(noteId)) elsewhere(noteId, target);
      };
      go().catch(() => undefined);
    },
    [store, elsewhere],
  );
  const count = useMemo(() => unresolvedOf(discussions).length, [discussions]);
  return { count, jump };
}

/** The keys from open thread to open thread. */
export function useThreadKeys({ jump }: ThreadJumps): void {
  useHotkeys(
    boundHotkeys(THREADS_HOTKEYS, {
      'threads.next': () => jump(1),
      'threads.previous': () => jump(-1),
    }),
  );
}
