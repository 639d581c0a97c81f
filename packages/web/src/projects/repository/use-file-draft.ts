import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { storage } from '../../lib/storage.ts';
import { type FileDraft, parseFileDraft } from './model/file-draft.ts';

const SAVE_MS = 300;

/** What was left here before; read once, since from then on the page knows better. */
export function useFoundDraft(key: string): FileDraft | null {
  const [found] = useState(() => storage.get(key, null, parseFileDraft));
  return found;
}

export type DraftKeeper = {
  /** Writes down what `read` says, soon. */
  touch: () => void;
  /** Nothing is left to keep: committed, or thrown away. */
  clear: () => void;
};

/**
 * Keeps what is being written on this device, through reloads, crashes and expired sessions. `read` gives what to keep;
 * null when nothing differs from what the server has, undefined when it cannot tell, and then nothing is touched.
 */
export function useFileDraft(key: string, read: () => object | null | undefined): DraftKeeper {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDirty = useRef(false);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const save = useCallback(() => {
    clearTimeout(timer.current);
    if (!isDirty.current) return;
    const draft = latest.current();
    if (draft === undefined) return;
    isDirty.current = false;
    if (draft === null) storage.remove(key);
    else storage.set(key, draft);
  }, [key]);
  const touch = useCallback(() => {
    isDirty.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(save, SAVE_MS);
  }, [save]);
  const clear = useCallback(() => {
    clearTimeout(timer.current);
    isDirty.current = false;
    storage.remove(key);
  }, [key]);
  // While the layout is undone the editor is still there to be read; afterwards it is not.
  useLayoutEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);
  return { touch, clear };
}
