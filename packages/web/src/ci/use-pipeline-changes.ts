import { useEffect, useRef } from 'react';
import { isEventOrReconnect, useRealtime } from '../lib/realtime.ts';

/** A running pipeline changes with each job: what is shown follows at most this often. */
const PAUSE_MS = 2_000;

export type PipelineChange = { id: number; sha: string };

/**
 * Calls `onChange` when a pipeline that `concerns` says has changed, or after a lost connection; of a project, or of what is
 * published on a topic.
 */
export function usePipelineChanges(
  of: number | string,
  concerns: (change: PipelineChange) => boolean,
  onChange: () => void,
): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useRealtime(typeof of === 'string' ? of : `project:${of}`, (message) => {
    if (!isEventOrReconnect('pipeline.changed', message)) return;
    if (message.event === 'pipeline.changed' && !concerns(message.data as PipelineChange)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, PAUSE_MS);
  });
}
