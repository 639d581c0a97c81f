import { useEffect, useRef } from 'react';
import { isEventOrReconnect, useRealtime } from '../../lib/realtime.ts';

/** Several cars change at once. */
const PAUSE_MS = 500;

/** Calls `onChange` when a merge train of the project has changed, or after a lost connection. */
export function useReloadOn(projectId: number, onChange: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useRealtime(`project:${projectId}`, (message) => {
    if (!isEventOrReconnect('merge_train.changed', message)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, PAUSE_MS);
  });
}
