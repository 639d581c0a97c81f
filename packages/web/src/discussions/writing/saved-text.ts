import { useCallback, useEffect, useRef, useState } from 'react';
import { parseText, storage } from '../../lib/storage.ts';

const SAVE_MS = 300;

/**
 * Text that survives a reload, a crash and a failed submit: kept on the device under a key of its own until it is sent
 * or thrown away.
 */
export function useSavedText(key: string | null, initial = ''): [string, (text: string) => void, () => void] {
  const name = key === null ? null : `text.${key}`;
  const [text, setText] = useState(() => (name === null ? initial : storage.get(name, initial, parseText)));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(text);
  const save = useCallback(() => {
    clearTimeout(timer.current);
    if (name === null) return;
    if (latest.current === '' || latest.current === initial) storage.remove(name);
    else storage.set(name, latest.current);
  }, [name, initial]);
  const change = useCallback(
    (next: string) => {
      latest.current = next;
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(save, SAVE_MS);
    },
    [save],
  );
  const clear = useCallback(() => {
    clearTimeout(timer.current);
    latest.current = '';
    setText('');
    if (name !== null) storage.remove(name);
  }, [name]);
  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);
  return [text, change, clear];
}
