import { useEffect, useRef } from 'react';

/** What one part of the discussion asks of another that may stand elsewhere on the page. */
export type Intent =
  /** Show threads and forms, where they were taken apart into a timeline: something is about to be answered. */
  | { kind: 'talk' }
  /** Open the reply field of a thread; `quote` is Markdown put into it. */
  | { kind: 'reply'; discussionId: string; quote: string }
  /** Put a quote into the form for new comments. */
  | { kind: 'comment'; quote: string }
  | { kind: 'edit'; noteId: string };

const listeners = new Set<(intent: Intent) => void>();

export function announceIntent(intent: Intent): void {
  for (const listener of listeners) listener(intent);
}

/** Hears all wishes; those for others are ignored by the caller. */
export function useIntents(listener: (intent: Intent) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const hear = (intent: Intent) => latest.current(intent);
    listeners.add(hear);
    return () => {
      listeners.delete(hear);
    };
  }, []);
}
