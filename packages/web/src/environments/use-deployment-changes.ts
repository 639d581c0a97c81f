import { useEffect, useRef } from 'react';
import { isEventOrReconnect, useRealtime } from '../lib/realtime.ts';

/** Several deployments change with one pipeline: what is shown follows at most this often. */
const PAUSE_MS = 2_000;

/** Calls `onChange` when an environment or a deployment of the project has changed, or after a lost connection. */
export function useDeploymentChanges(projectId: number, onChange: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useRealtime(`project:${projectId}`, (message) => {
    const isOne = message.event === 'environment.changed' || isEventOrReconnect('deployment.changed', message);
    if (!isOne) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, PAUSE_MS);
  });
}
