import { useEffect, useSyncExternalStore } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { autosaveScopeOf, autosaveStoreOf } from '../../app/autosave/autosave-store.ts';

const nothing = () => () => undefined;

/**
 * The first line of a comment on several: kept with its text, so that it is about the same lines when its form opens again
 * by itself. `chosen` is what was chosen on this page; null where nothing was.
 */
export function useAutosavedLineStart(
  field: string,
  chosen: string | null,
): { start: string | null; keep: (start: string | null) => void } {
  const { notes } = useDiscussionStore();
  const { viewer } = useShell();
  const texts = viewer && autosaveStoreOf(viewer.id, autosaveScopeOf(notes));
  const kept = useSyncExternalStore(texts?.subscribe ?? nothing, () => texts?.find(field));
  const keep = (start: string | null): void => {
    const now = texts?.find(field);
    if (now && now.base !== start) texts?.change(field, now.text, start);
  };
  useEffect(() => {
    if (chosen !== null) keep(chosen);
    // Only when it is chosen: then it counts more than what was kept.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen]);
  return { start: chosen ?? kept?.base ?? null, keep };
}
